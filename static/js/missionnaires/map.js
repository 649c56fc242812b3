// Pan, zoom and touch on the map, by its viewBox. The part looked at survives every update of the page.
const DRAG = 5; // pixels before a press becomes a drag
const MOST_ZOOM = 7;
const NEAR = 0.9; // units of the drawing for one pixel under which every name is written

const frame = () => document.getElementById("ms-frame");
const map = () => document.getElementById("ms-map");
const boxOf = (text) => { const [x, y, w, h] = text.split(" ").map(Number); return { x, y, w, h }; };
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

let box = null; // what is shown
let unit = 1; // units of the drawing for one pixel
let isWhole = false; // nothing is out of sight

export function startMap() {
  if (!map()) return;
  wake();
  document.body.addEventListener("htmx:afterSwap", wake); // before the new drawing is painted
  document.body.addEventListener("htmx:afterSettle", wake);
  window.addEventListener("resize", stay);
  document.addEventListener("click", onClick);
}

function wake() {
  const svg = map();
  if (!svg) return;
  if (!svg.dataset.awake) { svg.dataset.awake = "yes"; listen(svg); }
  if (box) stay();
  else show(boxOf(window.innerWidth < 700 ? frame().dataset.near : frame().dataset.whole));
}

// The same middle at the same scale, whatever became of the room for it; the whole map stays whole.
function stay() {
  const svg = map();
  if (!svg || !box) return;
  if (isWhole) { show(boxOf(frame().dataset.whole)); return; }
  const w = unit * svg.clientWidth, h = unit * svg.clientHeight;
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
  const w = unit * wide, h = unit * high;
  box = { x: within(wanted.x + wanted.w / 2, w, whole.x, whole.w), y: within(wanted.y + wanted.h / 2, h, whole.y, whole.h), w, h };
  svg.setAttribute("viewBox", [box.x, box.y, w, h].map((n) => n.toFixed(1)).join(" "));
  svg.style.setProperty("--ms-unit", unit.toFixed(3));
  svg.style.setProperty("--ms-mark", clamp(unit, 0.5, 1.6).toFixed(3));
  svg.classList.toggle("is-near", unit < Math.min(NEAR, most * 0.99));
}

// Where a stretch begins so that its middle is as wished and nothing beyond the edge is shown, if it can be avoided.
function within(middle, length, start, whole) {
  if (length >= whole) return start + (whole - length) / 2;
  return clamp(middle - length / 2, start, start + whole - length);
}

function zoomAt(factor, x, y) {
  show({ x: x - (x - box.x) * factor, y: y - (y - box.y) * factor, w: box.w * factor, h: box.h * factor });
}

function place(event) {
  const area = map().getBoundingClientRect();
  return { x: box.x + (event.clientX - area.left) * unit, y: box.y + (event.clientY - area.top) * unit };
}

export function lookAt(space) {
  const town = document.getElementById(`case-${space}`);
  const [x, y] = town?.getAttribute("transform").match(/-?[\d.]+/g).map(Number) ?? [];
  if (town) show({ x: x - box.w / 2, y: y - box.h / 2, w: box.w, h: box.h });
  return Boolean(town);
}

function onClick(event) {
  const button = event.target.closest?.("#ms-frame [data-zoom]");
  if (button) {
    const how = button.dataset.zoom;
    if (how === "in" || how === "out") zoomAt(how === "in" ? 0.62 : 1.6, box.x + box.w / 2, box.y + box.h / 2);
    else show(boxOf(frame().dataset[how]));
    return;
  }
  const link = event.target.closest?.("#ms [data-look]");
  if (!link || !lookAt(link.dataset.look)) return;
  event.preventDefault();
  frame().scrollIntoView({ block: "nearest" });
  const town = document.getElementById(`case-${link.dataset.look}`);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) town.animate([{ opacity: 1 }, { opacity: 0.1 }, { opacity: 1 }], { duration: 500, iterations: 3 });
}

function listen(svg) {
  const pointers = new Map();
  let start = null, dragged = false, pinch = 0;
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
    const dx = event.clientX - start.x, dy = event.clientY - start.y;
    if (!dragged && Math.hypot(dx, dy) < DRAG) return;
    if (!dragged) { dragged = true; svg.setPointerCapture(event.pointerId); svg.classList.add("is-dragged"); }
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
  window.addEventListener("click", (event) => {
    if (dragged && svg.contains(event.target)) { event.preventDefault(); event.stopImmediatePropagation(); }
    dragged = false;
  }, true);
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !frame().contains(document.activeElement)) return;
    event.preventDefault();
    const at = place(event);
    zoomAt(Math.exp(clamp(event.deltaY, -120, 120) * 0.0022), at.x, at.y);
  }, { passive: false });
  svg.addEventListener("dblclick", (event) => { const at = place(event); zoomAt(0.6, at.x, at.y); });
}

function gap(pointers) {
  const [a, b] = [...pointers.values()];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}
