// The table of Theopolis: animations can be skipped, a new question is brought into sight.
import { animateArrivals } from "../games/arrivals.js";
import "./drag.js";

const table = () => document.getElementById("table");
const question = () => document.getElementById("th-question");
let answered = question()?.dataset.number; // the question last seen
let byKeyboard = false;

animateArrivals("#th-board .th-card", (card) => card.classList.add("is-drawn"));
animateArrivals(".th-city .th-mini", (card) => card.classList.add("is-entering"));

// Any key or touch ends what is still moving.
function skip() {
  for (const animation of table()?.getAnimations({ subtree: true }) ?? []) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
document.addEventListener("pointerdown", skip);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") skip();
});
document.addEventListener(
  "click",
  (event) => {
    byKeyboard = event.detail === 0 && event.isTrusted;
  },
  true,
);

// It sticks to the top of the window: only unstuck it knows its place.
function bringUp(element) {
  element.classList.add("is-unstuck");
  element.scrollIntoView({ block: "start" });
  element.classList.remove("is-unstuck");
}

// A card that asks something opens its question above: there is where one looks next.
function meetQuestion() {
  const number = question()?.dataset.number;
  const fresh = number !== undefined && number !== answered;
  answered = number;
  if (fresh) bringUp(question());
  const lost = !document.activeElement || document.activeElement === document.body;
  if (byKeyboard && lost)
    (question() ?? document.querySelector("#th-turn button, #here"))?.focus({ preventScroll: fresh });
}

document.body.addEventListener("htmx:afterSettle", meetQuestion);
