// What is traced on the table is an order at once: the form is sent, and the parts of the page that show the plan are renewed.
// The fields stay as they are, so that a path can go on and nothing that was filled in meanwhile is lost.
import { isOlderThanPage, whileActing } from "../ui/answers.js";

const byId = (id) => document.getElementById(id);
let sending = null; // the request on its way
let next = ""; // what to send after it: the fields have changed since
let given = false; // the fields hold an order of the plan
let begun = 0; // how many orders were begun: an answer to an earlier one says nothing of these fields
let sent = -1; // which of them was sent last

export const isGiven = () => given;
// Given, or about to be: whoever is chosen next begins another order.
export const isBound = () => given || (Boolean(sending) && sent === begun);

// The fields are free for another order.
export function unbind() {
  begun += 1;
  given = false;
  show("");
}

// The order in the fields goes into the plan; `verb` "forget" takes these men's order out of it.
export function send(verb = "give") {
  given = false;
  sent = begun;
  if (sending) {
    next = verb;
    return;
  }
  sending = whileActing(post(verb)).finally(() => {
    sending = null;
    if (!next) return;
    const later = next;
    next = "";
    send(later);
  });
}

async function post(verb) {
  const form = byId("ag-form");
  const order = begun;
  const body = new FormData(form);
  body.append(verb, "1");
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
  } catch {
    refused(byId("ag-told")?.dataset.wordsLost ?? "");
    return;
  }
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (next || !byId("ag-told")) return; // a newer one follows, or the table went on meanwhile
  if (isOlderThanPage(text)) return;
  if (answer.ok) renew(fresh, verb === "give" && order === begun);
  else if (answer.status === 422) refused(fresh.querySelector('[role="alert"]')?.textContent.trim() ?? "");
  else document.body.dispatchEvent(new Event("live:refresh")); // the table went on: it is shown as it stands
}

function renew(fresh, mine) {
  for (const part of document.querySelectorAll("#ag [data-part]")) {
    const found = fresh.querySelector(`[data-part="${CSS.escape(part.dataset.part)}"]`);
    if (found) part.replaceWith(document.importNode(found, true));
  }
  byId("table").dataset.version = fresh.getElementById("table").dataset.version;
  given = mine;
  byId("ag-refused")?.remove(); // it spoke of what was not yet given
  if (given) byId("ag-draw").replaceChildren(); // the plan draws it now
  show(given ? (document.querySelector(".ag-orders li:last-child .ag-order")?.textContent ?? "") : "");
}

function refused(text) {
  unbind();
  show(text, "refused");
}

// Over the table, where the finger is: what was given, or why it was not.
function show(text, how = "given") {
  const told = byId("ag-told");
  if (!told) return;
  told.hidden = !text;
  told.classList.toggle("is-refused", how === "refused");
  byId("ag-told-order").textContent =
    text &&
    `${how === "given" ? "✓ " : ""}${told.dataset[how === "given" ? "wordsGiven" : "wordsRefused"]}\u00a0: ${text}`;
}

// A button waits for what was traced just before it.
document.addEventListener("htmx:confirm", (event) => {
  if (!sending || event.target.id !== "ag-form") return;
  event.preventDefault();
  wait(event.detail.issueRequest);
});

async function wait(go) {
  while (sending) await sending;
  go(true);
}
