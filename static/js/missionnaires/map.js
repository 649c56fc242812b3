// Pan, zoom and touch on the map, by its viewBox. The part looked at survives every update of the page.
import { forgetWidths, writeNames } from "./names.js";

const DRAG = 5; // pixels before a press becomes a drag
const SMALL = 700; // pixels of a screen on which the map begins near
const MOST_ZOOM = 7;
const MOST_MARK = 2.2; // how large marks grow when the map is far away
const NEAR = 1.6; // units of the drawing for one pixel under which every name that finds room is written
const FAR = 2; // and beyond which names are smaller

const frame = () => document.getElementById("ms-frame");
const map = () => document.getElementById("ms-map");
const boxOf = (text) => {
  const [x, y, w, h] = text.split(" ").map(Number);
  return { x, y, w, h };
};
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const awake = new WeakSet(); // the drawings that listen: an attribute would not survive an update of the page
const room = new ResizeObserver(() => stay()); // also when the style arrives after the script

let box = null; // what is shown
let unit = 1; // units of the drawing for one pixel
let isWhole = false; // nothing is out of sight
let touched = false; // somebody chose what to look at: until then a small screen follows one's own missionary
let written = 0; // the scale at which the names were last written; 0: to be written again

export function startMap() {
  if (!map()) return;
  wake();
  document.body.addEventListener("htmx:afterSwap", wake); // before the new drawing is painted
  document.body.addEventListener("htmx:afterSettle", wake);
  document.addEventListener("click", onClick);
  document.fonts?.ready.then(() => {
    forgetWidths();
    written = 0;
    stay();
  });
}

function wake() {
  const svg = map();
  if (!svg) return;
  written = 0; // the new page has its names where the map file puts them
  if (!awake.has(svg)) {
    awake.add(svg);
    listen(svg);
  }
  stay();
}

// The same middle at the same scale, whatever became of the room for it; the whole map stays whole.
function stay() {
  const svg = map();
  if (!svg) return;
  if (!touched || !box)
    return show(boxOf(window.innerWidth < SMALL ? frame().dataset.near : frame().dataset.whole));
  if (isWhole) return show(boxOf(frame().dataset.whole));
  const w = unit * svg.clientWidth,
    h = unit * svg.clientHeight;
  show({ x: box.x + (box.w - w) / 2, y: box.y + (box.h - h) / 2, w, h });
}

// Show a part of the map in the proportions of the screen, its middle never beyond the edges.
function show(wanted) {
  const svg = map();
  if (!svg || !wanted) return;
  const { clientWidth: wide, clientHeight: high } = svg;
  if (!wide || !high) return;
  const whole = boxOf(frame().dataset.whole);
  const most = Math.max(whole.w / wide, whole.h / high);
  unit = clamp(Math.max(wanted.w / wide, wanted.h / high), most / MOST_ZOOM, most);
  isWhole = unit > most * 0.999;
  const w = unit * wide,
    h = unit * high;
  const drawn = boxOf(frame().dataset.drawn);
  const x = within(wanted.x + wanted.w / 2, w, [whole.x, whole.w], [drawn.x, drawn.w]);
  const y = within(wanted.y + wanted.h / 2, h, [whole.y, whole.h], [drawn.y, drawn.h]);
  box = { x, y, w, h };
  svg.setAttribute("viewBox", [box.x, box.y, w, h].map((n) => n.toFixed(1)).join(" "));
  if (unit !== written) rescale(svg, whole, unit < Math.min(NEAR, most * 0.8));
}

// Marks and names keep their size on the screen, within reason; which names there is room for depends on the scale alone.
function rescale(svg, whole, near) {
  const mark = clamp(unit, 0.5, MOST_MARK);
  written = unit;
  const type = unit > FAR ? 0.85 : 1;
  svg.style.setProperty("--ms-unit", unit.toFixed(3));
  svg.style.setProperty("--ms-type", (unit * type).toFixed(3));
  svg.style.setProperty("--ms-mark", mark.toFixed(3));
  svg.classList.toggle("is-near", near);
  svg.classList.toggle("is-far", type < 1);
  svg.classList.add("is-written");
  writeNames(svg, { unit, mark, type, whole, near });
}

// Where a stretch begins so that its middle is as wished and nothing beyond the edge of the map is shown; where the map is
// too short for it, nothing beyond the edge of the drawing, if it can be avoided.
function within(middle, length, [start, whole], [first, drawn]) {
  if (length < whole) return clamp(middle - length / 2, start, start + whole - length);
  const centred = start + (whole - length) / 2;
  return length < drawn ? clamp(centred, first, first + drawn - length) : centred;
}

function zoomAt(factor, x, y) {
  touched = true;
  show({ x: x - (x - box.x) * factor, y: y - (y - box.y) * factor, w: box.w * factor, h: box.h * factor });
}

function place(event) {
  const area = map().getBoundingClientRect();
  return { x: box.x + (event.clientX - area.left) * unit, y: box.y + (event.clientY - area.top) * unit };
}

export function lookAt(space) {
  const town = document.getElementById(`case-${space}`);
  const [x, y] =
    town
      ?.getAttribute("transform")
      .match(/-?[\d.]+/g)
      .map(Number) ?? [];
  touched = touched || Boolean(town);
  if (town) show({ x: x - box.w / 2, y: y - box.h / 2, w: box.w, h: box.h });
  return Boolean(town);
}

function onClick(event) {
  const button = event.target.closest?.("#ms-frame [data-zoom]");
  if (button) {
    const how = button.dataset.zoom;
    if (how === "in" || how === "out")
      zoomAt(how === "in" ? 0.62 : 1.6, box.x + box.w / 2, box.y + box.h / 2);
    else {
      touched = true;
      show(boxOf(frame().dataset[how]));
    }
    return;
  }
  const link = event.target.closest?.("#ms [data-look]");
  if (!link || !lookAt(link.dataset.look)) return;
  event.preventDefault();
  frame().scrollIntoView({ block: "nearest" });
  const town = document.getElementById(`case-${link.dataset.look}`);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
    town.animate([{ opacity: 1 }, { opacity: 0.1 }, { opacity: 1 }], { duration: 500, iterations: 3 });
}

function listen(svg) {
  const pointers = new Map();
  let start = null,
    dragged = false,
    pinch = 0;
  room.observe(svg);
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    pointers.set(event.pointerId, event);
    dragged = pointers.size > 1;
    start = { x: event.clientX, y: event.clientY, box };
    pinch = gap(pointers);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId) || !start) return;
    pointers.set(event.pointerId, event);
    if (pointers.size > 1) {
      const now = gap(pointers);
      const [a, b] = [...pointers.values()];
      const middle = place({ clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
      if (pinch && now) zoomAt(pinch / now, middle.x, middle.y);
      pinch = now;
      start = { x: event.clientX, y: event.clientY, box };
      return;
    }
    const dx = event.clientX - start.x,
      dy = event.clientY - start.y;
    if (!dragged && Math.hypot(dx, dy) < DRAG) return;
    if (!dragged) {
      dragged = true;
      svg.setPointerCapture(event.pointerId);
      svg.classList.add("is-dragged");
    }
    touched = true;
    show({ ...start.box, x: start.box.x - dx * unit, y: start.box.y - dy * unit });
  });
  const end = (event) => {
    pointers.delete(event.pointerId);
    pinch = 0;
    const [left] = pointers.values();
    start = left ? { x: left.clientX, y: left.clientY, box } : null;
    svg.classList.remove("is-dragged");
  };
  svg.addEventListener("pointerup", end);
  svg.addEventListener("pointercancel", end);
  // A drag that ends on a town chooses nothing.
  window.addEventListener(
    "click",
    (event) => {
      if (dragged && svg.contains(event.target)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      dragged = false;
    },
    true,
  );
  svg.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey && !frame().contains(document.activeElement)) return;
      event.preventDefault();
      const at = place(event);
      zoomAt(Math.exp(clamp(event.deltaY, -120, 120) * 0.0022), at.x, at.y);
    },
    { passive: false },
  );
  svg.addEventListener("dblclick", (event) => {
    const at = place(event);
    zoomAt(0.6, at.x, at.y);
  });
}

function gap(pointers) {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}
