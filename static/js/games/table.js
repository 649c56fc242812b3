// The table of a game: follows its steps, and lets a click on the board stand for the button that says the same.
import { follow } from "../live.js";

const table = () => document.getElementById("table");
// A page whose form is on its way is about to be replaced by the answer: a refresh could overtake it.
const leaving = () => Boolean(document.querySelector("form[data-sent]"));
const refresh = () => {
  if (!leaving()) document.body.dispatchEvent(new CustomEvent("live:refresh"));
};
const isRefresh = (request) => request?.triggeringEvent?.type === "live:refresh";
const SETTLED = 50; // milliseconds in which an answer has found its place
const looks = new WeakMap(); // refreshes: how things stood when they were asked for
let acts = 0; // what the reader asked for and is not answered yet
let deeds = 0; // how often an act has left or been answered
let newest = 0; // the last step that was told
let owed = false; // something changed within a step, and the page does not show it yet

if (table()?.dataset.topic) {
  follow([table().dataset.topic], (news) => {
    newest = Math.max(newest, news.n ?? 0);
    owed ||= news.n === undefined;
    catchUp();
  });
}

// A refresh that was drawn before the reader's own act and comes after it would undo what the act shows; one that comes before
// the answer would have the same step drawn twice, and take the reader's place on the page. So none is asked for while an act is
// on its way, and none is shown during which one left or was answered; what the answer does not show is asked for afterwards.
document.body.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
  if (isRefresh(requestConfig)) {
    looks.set(xhr, { at: deeds, owed });
    owed = false;
    return;
  }
  deeds += 1;
  acts += 1;
  xhr.addEventListener("loadend", () => {
    deeds += 1;
    acts -= 1;
    setTimeout(catchUp, SETTLED);
  });
});

// Before anybody else hears of it.
document.addEventListener(
  "htmx:beforeSwap",
  (event) => {
    const look = looks.get(event.detail.xhr);
    if (!look || look.at === deeds) return;
    event.detail.shouldSwap = false;
    event.stopPropagation();
    owed ||= look.owed;
    setTimeout(catchUp, SETTLED);
  },
  true,
);

function catchUp() {
  if (!acts && (owed || Number(table()?.dataset.step) < newest)) refresh();
}

// An answer to a form that a refresh took away meanwhile: morphing is looked up from that form, and htmx would put the new
// table inside the old one. It is replaced instead.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const asking = event.detail.requestConfig?.elt;
  if (event.detail.target.id === "table" && asking && !asking.isConnected)
    event.detail.swapOverride = "outerHTML";
});

// Somebody else sealed, at the same step: the line on top changes; what the reader is filling in under it does not.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr } = event.detail;
  if (target.id !== "table" || !isRefresh(requestConfig) || !target.querySelector("[data-filled]")) return;
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
  if (button) {
    event.preventDefault();
    button.click();
  }
});

document.body.addEventListener("htmx:afterSettle", glow);
glow();
