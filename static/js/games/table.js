// The table of a game: follows its steps, and lets a click on the board stand for the button that says the same.
import { follow } from "../live.js";

const table = () => document.getElementById("table");
const refresh = () => document.body.dispatchEvent(new CustomEvent("live:refresh"));
let newest = 0; // the last step that was told

if (table()?.dataset.topic) {
  follow([table().dataset.topic], (news) => {
    newest = Math.max(newest, news.n ?? 0);
    if (news.n === undefined || news.n !== Number(table().dataset.step)) refresh();
  });
}

// An answer to a form may be older than the news that overtook it: it would leave the table a step behind.
document.body.addEventListener("htmx:afterSettle", (event) => {
  const asked = event.detail.requestConfig?.triggeringEvent?.type;
  if (asked !== "live:refresh" && Number(table()?.dataset.step) < newest) refresh();
});

// An answer to a form that a refresh took away meanwhile: morphing is looked up from that form, and htmx would put the new
// table inside the old one. It is replaced instead.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const asking = event.detail.requestConfig?.elt;
  if (event.detail.target.id === "table" && asking && !asking.isConnected) event.detail.swapOverride = "outerHTML";
});

// Somebody else sealed, at the same step: the line on top changes; what the reader is filling in under it does not.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr } = event.detail;
  if (target.id !== "table" || requestConfig.triggeringEvent?.type !== "live:refresh" || !target.querySelector("[data-filled]")) return;
  const fresh = new DOMParser().parseFromString(xhr.responseText, "text/html").getElementById("table");
  const state = fresh?.querySelector(".table-state");
  if (!state || fresh.dataset.step !== target.dataset.step) return;
  event.detail.shouldSwap = false;
  target.querySelector(".table-state")?.replaceWith(state);
  window.htmx.process(state);
});

// Elements of the board that stand for a choice: same verb and id as its button. Only legal ones glow.
function glow() {
  for (const element of document.querySelectorAll("#table [data-board] [data-id]")) {
    element.classList.toggle("can-choose", Boolean(buttonFor(element)));
  }
}

function buttonFor(element) {
  const id = CSS.escape(element.dataset.id);
  const verb = element.dataset.verb ? `[data-verb="${CSS.escape(element.dataset.verb)}"]` : "";
  return document.querySelector(`#table .choices button[data-id="${id}"]${verb}`);
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("#table [data-board] [data-id]");
  const button = element && !element.closest(".choices") && buttonFor(element);
  if (button) button.click();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const element = event.target.closest?.('#table [data-board] [data-id][role="button"]');
  const button = element && buttonFor(element);
  if (button) { event.preventDefault(); button.click(); }
});

document.body.addEventListener("htmx:afterSettle", glow);
glow();
