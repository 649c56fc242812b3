// What was asked and got no answer is said, with what to do. A look that the page takes by itself fails in
// silence: the next one comes.
import { alarm } from "./toasts.js";

const words = () => document.getElementById("alarms").dataset;

export function startFailures() {
  for (const kind of ["htmx:sendError", "htmx:timeout"])
    document.addEventListener(kind, (event) => tell(event, words().unreached));
  document.addEventListener("htmx:responseError", (event) => tell(event, words().failed));
}

function tell(event, text) {
  const {
    requestConfig: { verb, triggeringEvent },
    xhr,
  } = event.detail;
  if (xhr.getResponseHeader("HX-Trigger")) return; // it says why by itself
  if (verb === "get" && triggeringEvent && !triggeringEvent.isTrusted) return;
  alarm(text);
}
