// The board of Miles Christi: what a choice would bring is said before it is made, by mouse, finger and
// keyboard. The list of choices stays the only thing that sends: the board points at its buttons (see
// games/table.js).
import { animateArrivals } from "../games/arrivals.js";

const STILL = "miles-christi-still";
const BOARD = "#table .mc [data-board]"; // the board, and what lies before the player

const omen = () => document.getElementById("mc-omen");
let asked = null; // the element of the board whose choices are being shown
let byKeyboard = false;

const idOf = (element) => element.dataset.id ?? element.dataset.many;

function buttonsFor(element) {
  const id = `#table .choices button[data-id="${CSS.escape(idOf(element))}"]`;
  const verb = element.dataset.verb ? `[data-verb="${CSS.escape(element.dataset.verb)}"]` : "";
  return [...document.querySelectorAll(id + verb)];
}

// Elements that stand for a choice become buttons; the others stay what the server drew.
function prepare() {
  asked = null;
  for (const element of document.querySelectorAll(`${BOARD} :is([data-id], [data-many])`)) {
    const open = buttonsFor(element).length > 0;
    element.classList.toggle("can-choose", open);
    if (!open || element.tagName === "BUTTON") continue;
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    const words =
      element.classList.contains("mc-hit") && element.previousElementSibling?.getAttribute("aria-label");
    if (words) element.setAttribute("aria-label", words);
  }
  showMotion();
}

const hintOf = (button) => button.closest("li")?.querySelector(".hint")?.textContent ?? "";

function show(element) {
  if (asked === element) return;
  forget();
  const buttons = buttonsFor(element);
  if (!buttons.length || (buttons.length === 1 && !hintOf(buttons[0]))) return;
  asked = element;
  element.classList.add("is-asked");
  omen().replaceChildren(...buttons.map(row));
  omen().hidden = false;
  for (const button of buttons) button.closest("li")?.classList.add("is-asked");
}

function row(button) {
  const line = document.createElement("div");
  line.className = "mc-omen-row";
  const words = document.createElement("p");
  words.className = "mc-omen-words";
  words.textContent = hintOf(button);
  const go = document.createElement("button");
  go.type = "button";
  go.className = "button button-primary button-small";
  go.textContent = button.textContent.trim();
  go.addEventListener("click", () => {
    forget();
    button.click();
  });
  line.append(words, go);
  return line;
}

function forget() {
  asked = null;
  for (const element of document.querySelectorAll("#table .is-asked")) element.classList.remove("is-asked");
  if (omen()) {
    omen().hidden = true;
    omen().replaceChildren();
  }
}

const elementAt = (target) => target.closest?.(`${BOARD} .can-choose`);

document.addEventListener("pointerover", (event) => {
  const element = elementAt(event.target);
  if (element && event.pointerType === "mouse") show(element);
});

document.addEventListener("focusin", (event) => {
  const element = elementAt(event.target);
  if (element?.matches(":focus-visible")) show(element);
});

// A finger has not seen what the choice brings: its first tap shows it, the second one chooses.
// A place with several choices always asks which.
document.addEventListener(
  "click",
  (event) => {
    byKeyboard = event.detail === 0;
    const element = elementAt(event.target);
    if (!element) return;
    const seen = asked === element;
    const buttons = buttonsFor(element);
    const draft = buttons.length === 1 && !hintOf(buttons[0]);
    if (element.dataset.many !== undefined) {
      show(element);
      if (byKeyboard) omen().querySelector("button")?.focus();
    } else if (
      !seen &&
      !draft &&
      element.tagName !== "BUTTON" &&
      event.pointerType !== "mouse" &&
      !byKeyboard
    ) {
      show(element);
      event.stopPropagation();
    }
  },
  true,
);

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    forget();
    skip();
    return;
  }
  if (event.key !== "Enter" && event.key !== " ") return;
  byKeyboard = true;
  const element = event.target.closest?.(`${BOARD} [data-many].can-choose`);
  if (!element) return;
  event.preventDefault();
  show(element);
  omen().querySelector("button")?.focus();
});

// Animations: a press on the board skips what is running, the switch turns them off for good on this device.
const skip = () => document.querySelector("#table .mc")?.classList.add("is-still");
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.("#mc-map, .mc-baphomet")) skip();
});

function isStill() {
  try {
    return localStorage.getItem(STILL) === "1";
  } catch {
    return false;
  }
}

function showMotion() {
  document.documentElement.classList.toggle("mc-still", isStill());
  document.getElementById("mc-motion")?.setAttribute("aria-pressed", String(!isStill()));
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#mc-motion")) return;
  try {
    localStorage.setItem(STILL, isStill() ? "0" : "1");
  } catch {
    /* a browser that keeps nothing */
  }
  showMotion();
});

const ARRIVES = { "mc-die": "is-thrown", "mc-card": "is-dealt" };
animateArrivals("#table .mc :is(.mc-militia, .mc-slot.is-taken, .mc-die, .mc-card)", (element) =>
  element.classList.add(ARRIVES[element.classList[0]] ?? "is-new"),
);

document.body.addEventListener("htmx:afterSettle", () => {
  prepare();
  const lost = !document.activeElement || document.activeElement === document.body;
  if (byKeyboard && lost) document.querySelector("#table .choices button")?.focus({ preventScroll: true });
});
prepare();
