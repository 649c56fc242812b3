// The editor's comfort: choose by touch, drag, arrows. Each gesture becomes a verb of the form, judged by the
// server.
import { act } from "./forms.js";

const form = () => document.getElementById("editor");
const board = () => form().querySelector(".ed-board");
let drag = null;
let tapping = false;
let nudge = null;

if (window.Idiomorph) {
  const callbacks = window.Idiomorph.defaults.callbacks;
  callbacks.beforeNodeMorphed = (old) => !(old.nodeType === 1 && old.hasAttribute("data-keep"));
}

function send(verb, extra = {}) {
  const values = new FormData(form());
  values.set("verb", verb);
  for (const [key, value] of Object.entries(extra)) values.set(key, value);
  const focused = document.activeElement?.dataset?.pick;
  const how = { source: form(), target: form(), swap: "morph:outerHTML", values: Object.fromEntries(values) };
  act(window.htmx.ajax("POST", form().action, how)).then(
    () => {
      ready();
      if (focused)
        board()
          .querySelector(`[data-pick="${CSS.escape(focused)}"]`)
          ?.focus();
    },
    () => {},
  ); // said by failures.js
}

function centimetres(event) {
  const svg = board();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [Math.round(point.x / 10), Math.round(point.y / 10)];
}

function start(event) {
  const svg = event.target.closest(".ed-board");
  if (!svg || event.button) return;
  const [x, y] = centimetres(event);
  if (tapping) {
    event.preventDefault();
    const kind = form().querySelector("#ed-kind").value;
    send(`add ${kind}`, { x, y });
    return;
  }
  const thing = event.target.closest("[data-pick]");
  if (!thing) return;
  drag = { thing, x, y, dx: 0, dy: 0, id: event.pointerId, point: thing.dataset.point };
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = centimetres(event);
  drag.dx = x - drag.x;
  drag.dy = y - drag.y;
  if (drag.dx || drag.dy) {
    board().setPointerCapture(drag.id);
    drag.thing.setAttribute("transform", `translate(${drag.dx * 10} ${drag.dy * 10})`);
    event.preventDefault();
  }
}

function end(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { thing, dx, dy, point, x, y } = drag;
  drag = null;
  if (event.type === "pointercancel") return thing.removeAttribute("transform");
  if (!dx && !dy) return point === undefined ? send(`select ${thing.dataset.pick}`) : undefined;
  if (point === undefined) return send(`shift ${thing.dataset.pick} ${dx} ${dy}`);
  send(`point ${thing.dataset.pick} ${point} ${x + dx} ${y + dy}`);
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function key(event) {
  const thing = event.target.closest?.("[data-pick]");
  if (!thing) return;
  const pick = thing.dataset.pick;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (thing.dataset.point === undefined) send(`select ${pick}`);
  } else if (event.key === "Delete" && thing.getAttribute("aria-pressed") === "true") {
    event.preventDefault();
    send("remove");
  } else if (ARROWS[event.key]) {
    event.preventDefault();
    const step = event.shiftKey ? 5 : 1;
    if (!nudge || nudge.thing !== thing) nudge = { thing, dx: 0, dy: 0 };
    nudge.dx += ARROWS[event.key][0] * step;
    nudge.dy += ARROWS[event.key][1] * step;
    thing.setAttribute("transform", `translate(${nudge.dx * 10} ${nudge.dy * 10})`);
    clearTimeout(nudge.timer);
    nudge.timer = setTimeout(settle, 350);
  }
}

function settle() {
  const { thing, dx, dy } = nudge;
  nudge = null;
  const point = thing.dataset.point;
  if (point === undefined) return send(`shift ${thing.dataset.pick} ${dx} ${dy}`);
  const x = Math.round(Number(thing.getAttribute("cx")) / 10) + dx;
  const y = Math.round(Number(thing.getAttribute("cy")) / 10) + dy;
  send(`point ${thing.dataset.pick} ${point} ${x} ${y}`);
}

function ready() {
  const tap = form().querySelector("[data-tap]");
  tap.hidden = false;
  tap.setAttribute("aria-pressed", String(tapping));
}

function press(event) {
  if (event.target.closest("[data-tap]")) {
    tapping = !tapping;
    ready();
    return;
  }
  const button = event.target.closest('#editor button[name="verb"]');
  if (!button || button.value === "save") return;
  event.preventDefault();
  send(button.value);
}

document.addEventListener("pointerdown", start);
document.addEventListener("pointermove", move);
document.addEventListener("pointerup", end);
document.addEventListener("pointercancel", end);
document.addEventListener("keydown", key);
document.addEventListener("click", press);
document.addEventListener("htmx:afterSettle", () => form() && ready());
ready();
