// The order desk: completion while typing, live figures in the forms, a seal that waits for the last change.
import { keepTyped } from "../ui/answers.js";

const SLOTS = ["order-form", "desk-form-slot"];
let known = null; // words that can be completed, fetched once
let fromForm = false; // the last answer is to a form under the list of orders

export function startDesk() {
  document.body.addEventListener("htmx:beforeSwap", beforeSwap);
  document.body.addEventListener("htmx:afterSettle", afterSettle);
  document.addEventListener("input", onInput);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  holdTheSeal();
}

// Whoever seals while a change is still on its way means the list with that change: the seal waits for the answer.
function holdTheSeal() {
  const isChange = (event) => event.detail.pathInfo?.requestPath?.includes("/cour/ordres/");
  let changes = 0;
  let held = null;
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (isChange(event)) changes += 1;
  });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!isChange(event)) return;
    changes -= 1;
    const { status } = event.detail.xhr;
    if (status < 200 || status > 299) held = null; // the change was refused: nothing is sealed behind the reader's back
    setTimeout(() => {
      const form = !changes && held && document.querySelector(`.seal-bar form[action="${CSS.escape(held)}"]`);
      if (!form) return;
      held = null;
      form.requestSubmit();
    }, 50);
  });
  document.addEventListener(
    "submit",
    (event) => {
      if (!changes || !event.target.closest(".seal-bar")) return;
      event.preventDefault();
      event.stopPropagation();
      held = event.target.getAttribute("action");
    },
    true,
  );
}

// The form of one order stands in one place: filling one slot empties the other.
function beforeSwap(event) {
  const { target, requestConfig } = event.detail;
  if (target.id === "desk") fromForm = Boolean(requestConfig?.elt?.closest("#desk-form-slot"));
  if (!SLOTS.includes(target.id)) return;
  for (const id of SLOTS) if (id !== target.id) document.getElementById(id)?.replaceChildren();
}

function afterSettle(event) {
  const figures = document.querySelector("#order-preview [data-gift-best]");
  if (figures) {
    put("gift-best", figures.dataset.giftBest);
    put("gift-steady", figures.dataset.giftSteady);
  }
  if (SLOTS.includes(event.target.id)) {
    event.target.scrollIntoView({ block: "nearest", behavior: "smooth" });
    const typing = event.target.contains(document.activeElement); // a quick reader is in a field already: leave them there
    if (!typing)
      event.target.querySelector("select, input:not([type=hidden])")?.focus({ preventScroll: true });
  }
  if (event.target.id === "desk" && fromForm) {
    fromForm = false; // what it brought is said further up, out of sight on a phone
    document.getElementById("desk-said")?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }
  // the button that was pressed may be gone with what it did: whoever has no mouse goes on from there
  if (event.target.id === "desk" && document.activeElement === document.body) {
    const open = document.querySelector("#land-sheet.is-open #land-title");
    (open || document.getElementById("desk-title"))?.focus({ preventScroll: true });
  }
}

function put(id, text) {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
}

function onInput(event) {
  if (event.target.matches("[data-level]")) {
    const shown = event.target.form.querySelector("[data-level-shown]");
    if (shown) shown.textContent = event.target.value;
  }
  if (event.target.matches("[name=gift_own]"))
    event.target.form.querySelector('[name=gift][value="own"]').checked = true;
  if (event.target.matches("[data-complete]")) complete(event.target);
}

async function onFocus(event) {
  if (!event.target.matches("[data-complete]") || known) return;
  const answer = await fetch(event.target.dataset.complete, { headers: { Accept: "application/json" } });
  if (!answer.ok) return;
  known = await answer.json();
  if (document.activeElement === event.target) complete(event.target);
}

// --- completion -----------------------------------------------------------------------------------------------------

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase();

function complete(input) {
  const shelf = document.getElementById(`completions-${input.id}`);
  if (!known || !shelf) return;
  const found = candidates(input);
  shelf.replaceChildren(...found.words.map((word) => chip(input, word)));
  if (found.help) {
    const help = document.createElement("span");
    help.className = "completion-help";
    help.textContent = found.help;
    shelf.append(help);
  }
  shelf.hidden = !found.words.length && !found.help;
}

function lineBefore(input) {
  const before = input.value.slice(0, input.selectionStart ?? input.value.length);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function candidates(input) {
  const line = lineBefore(input);
  const words = line.split(/\s+/).filter(Boolean);
  const fresh = /\s$/.test(line) || !words.length;
  const typed = fresh ? "" : words.pop();
  if (!words.length) return { words: starting(Object.keys(known.orders), typed, 9), help: "" };
  const order = known.orders[plain(words[0])];
  if (!order) return { words: [], help: "" };
  return { words: starting(offered(order, words), typed, 8), help: `${order.label} : ${order.example}` };
}

// What the next word may be; after a knight, the lands within his reach come first.
function offered(order, words) {
  const kind = order.kinds[words.length - 1];
  const all = known.words[kind] || [];
  const near = kind === "land" && order.kinds[0] === "knight" ? known.reach[plain(words[1] || "")] || [] : [];
  return [...near, ...all.filter((word) => !near.includes(word))];
}

function starting(words, typed, most) {
  const wanted = plain(typed);
  const first = words.filter((word) => plain(word).startsWith(wanted) && plain(word) !== wanted);
  const then =
    wanted.length > 1
      ? words.filter(
          (word) => !first.includes(word) && plain(word).includes(wanted) && plain(word) !== wanted,
        )
      : [];
  return [...first, ...then].slice(0, most);
}

function chip(input, word) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button-small";
  button.textContent = word;
  if (known.hints[word]) {
    const hint = document.createElement("small");
    hint.textContent = known.hints[word];
    button.append(" ", hint);
  }
  button.addEventListener("click", () => insert(input, word));
  return button;
}

function insert(input, word) {
  const at = input.selectionStart ?? input.value.length;
  const line = lineBefore(input);
  const typed = /\s$/.test(line) ? "" : line.split(/\s+/).pop();
  const shown = /\s/.test(word) ? `"${word}"` : word;
  input.setRangeText(`${shown} `, at - typed.length, at, "end");
  keepTyped(input);
  input.focus();
  complete(input);
}

function onKey(event) {
  if (event.key !== "ArrowDown" || !event.target.matches?.("input[data-complete]")) return;
  const first = document.querySelector(`#completions-${event.target.id} button`);
  if (first) {
    event.preventDefault();
    first.focus();
  }
}

// A suggestion for a mistyped word: put it in its place.
function onClick(event) {
  const button = event.target.closest("[data-mend]");
  const current = event.target.closest("[data-order-link]");
  if (current)
    for (const link of document.querySelectorAll("[data-order-link]"))
      link.toggleAttribute("aria-current", link === current);
  if (!button) return;
  const text = document.getElementById("whole-text");
  const lines = text.value.split("\n");
  const n = Number(button.dataset.line) - 1,
    column = Number(button.dataset.column) - 1;
  const tail = lines[n].slice(column).replace(/^\S+/, button.dataset.mend.replace(/ \(.*\)$/, ""));
  lines[n] = lines[n].slice(0, column) + tail;
  text.value = lines.join("\n");
  keepTyped(text);
  button.disabled = true;
  text.focus();
}
