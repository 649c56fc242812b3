// Where the server's answers find their place: every mend of what a swap would break, and nothing else. docs/frontend.md tells
// the traps one by one.
//
// A table (#table) and a desk (#desk) say where they stand: data-step, data-version (how often this seat has sealed, and the
// number of its draft: both only grow) and data-seat. What is asked for by "live:refresh" is a look that the page takes by
// itself; everything else is an act of the reader.
const SETTLED = 50; // milliseconds in which an answer has found its place
const table = () => document.getElementById("table");
const isRefresh = (request) => request?.triggeringEvent?.type === "live:refresh";

// --- looks and acts -------------------------------------------------------------------------------------------------
// A look that was drawn before the reader's own act and comes after it would undo what the act shows; one that comes before
// the answer would have the same step drawn twice, and take the reader's place on the page. So none is asked for while an act is
// on its way, and none is shown during which one left or was answered; what the answer does not show is asked for afterwards.

const looks = new WeakMap(); // how things stood when they were asked for
let acts = 0; // what the reader asked for and is not answered yet
let deeds = 0; // how often an act has left or been answered
let newest = 0; // the last step that was told
let owed = false; // something changed within a step, and the page does not show it yet

document.addEventListener("live:news", ({ target, detail: news }) => {
  if (target !== table()) return;
  newest = Math.max(newest, news.n ?? 0);
  owed ||= news.n === undefined;
  catchUp();
});

function catchUp() {
  const leaving = document.querySelector("form[data-sent]"); // its answer is a new page, which a look could overtake
  const behind = owed || Number(table()?.dataset.step) < newest;
  if (behind && !acts && !leaving) document.body.dispatchEvent(new CustomEvent("live:refresh"));
}

document.addEventListener("htmx:beforeSend", ({ detail: { xhr, requestConfig } }) => {
  if (isRefresh(requestConfig)) {
    looks.set(xhr, { at: deeds, owed });
    owed = false;
    return;
  }
  beginAct();
  xhr.addEventListener("loadend", endAct);
});

// An act that does not go through htmx.
export function whileActing(request) {
  beginAct();
  return request.finally(endAct);
}

function beginAct() {
  deeds += 1;
  acts += 1;
}

function endAct() {
  deeds += 1;
  acts -= 1;
  setTimeout(catchUp, SETTLED);
}

// --- nothing older than the page ------------------------------------------------------------------------------------

// Before anybody else hears of the answer.
document.addEventListener(
  "htmx:beforeSwap",
  (event) => {
    const look = looks.get(event.detail.xhr);
    const overtaken = Boolean(look) && look.at !== deeds;
    if (overtaken) owed ||= look.owed;
    if (!overtaken && !isOlderThanPage(event.detail.xhr.responseText)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!look) sayRefusal(event.detail.xhr.responseText);
    setTimeout(catchUp, SETTLED);
  },
  true,
);

export function isOlderThanPage(text) {
  const tag = text.match(/<[^>]*\bdata-version="[^>]*>/)?.[0];
  if (!tag) return false;
  const answer = parse(tag).querySelector("[data-version]");
  return [...document.querySelectorAll("[data-version]")].some((shown) => isOlder(answer, shown));
}

function isOlder({ dataset: answer }, { dataset: shown }) {
  if (shown.seat && !answer.seat) return false; // whoever lost his seat may have to look from further away
  if (answer.step !== shown.step) return Number(answer.step) < Number(shown.step);
  if (answer.seat !== shown.seat) return false;
  const known = shown.version.split(".");
  return answer.version.split(".").some((n, i) => Number(n) < Number(known[i]));
}

// Why the reader's act was refused is told even where the table that came with it is not shown.
function sayRefusal(text) {
  const refusal = parse(text).querySelector('[role="alert"]')?.textContent.trim();
  if (refusal) document.dispatchEvent(new CustomEvent("toast", { detail: { text: refusal } }));
}

const parse = (text) => new DOMParser().parseFromString(text, "text/html");

// --- what the reader is filling in ----------------------------------------------------------------------------------

// A look that brings nothing new to decide ([data-deed], else the step) renews the parts that tell the news, [data-news]; what
// the reader is filling in beside them, [data-filled], stays as it is.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr } = event.detail;
  if (target.id !== "table" || !isRefresh(requestConfig) || !target.querySelector("[data-filled]")) return;
  const fresh = parse(xhr.responseText).getElementById("table");
  if (!fresh || deedOf(fresh) !== deedOf(target)) return;
  event.preventDefault();
  for (const part of target.querySelectorAll("[data-news]")) renew(part, fresh);
  const step = fresh.querySelector('input[name="step"]')?.value;
  for (const field of target.querySelectorAll('input[name="step"]')) field.value = step ?? field.value;
  target.dataset.step = fresh.dataset.step;
});

const deedOf = (shown) => shown.querySelector("[data-deed]")?.dataset.deed ?? shown.dataset.step;

function renew(part, fresh) {
  const found = fresh.querySelector(`[data-news="${CSS.escape(part.dataset.news)}"]`);
  if (!found) return;
  part.replaceWith(found);
  window.htmx.process(found);
}

// What is typed or chosen in a field with data-typed, or in a form that has it, stays until that form is answered; what was
// unfolded stays open.
const typed = new WeakSet();
const unfolded = new Set(); // by id: a part that comes back finds it again

export function keepTyped(field) {
  typed.add(field);
}

document.addEventListener("input", ({ target }) => {
  if (target.closest("[data-typed]")) keepTyped(target);
});
document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig } }) => {
  for (const field of requestConfig?.elt?.elements ?? []) typed.delete(field);
});
document.addEventListener(
  "toggle",
  ({ target: fold }) => {
    if (fold.open) unfolded.add(fold.id);
    else unfolded.delete(fold.id);
  },
  true,
);
document.addEventListener("htmx:afterSwap", () => {
  for (const fold of document.querySelectorAll("#table details[id]:not([open])"))
    if (unfolded.has(fold.id)) fold.open = true;
});
if (window.Idiomorph)
  window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node, how) => {
    if (name === "open" && how === "remove") return node.tagName !== "DETAILS";
    if (name === "selected") return !typed.has(node.closest("select"));
    return !(name === "value" && typed.has(node));
  };

// --- an answer to a form that is gone -------------------------------------------------------------------------------

// Morphing is looked up from the element that asked. Once a look, or the very answer, has taken that away, htmx would put the new
// table inside the old one: it is looked up from the target instead.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr, shouldSwap } = event.detail;
  const asking = requestConfig?.elt;
  if (!shouldSwap || event.defaultPrevented || !target.matches("[data-version]")) return;
  if (!asking || asking === target || target.contains(asking)) return;
  event.preventDefault();
  window.htmx.swap(
    target,
    xhr.responseText,
    { swapStyle: "morph:outerHTML", swapDelay: 0, settleDelay: 20 },
    { contextElement: target, eventInfo: event.detail },
  );
});
