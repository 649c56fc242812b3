// The map: pan, zoom, touch, keyboard; a land's sheet beside it. The position survives live updates of the page.
import { extent, layOut, rescale } from "./labels.js";

const DRAG = 5; // pixels before a press becomes a drag
const MOST_ZOOM = 14;

const frame = () => document.getElementById("map-frame");
const map = () => document.getElementById("map");
const sheet = () => document.getElementById("land-sheet");
const numbers = (text) => text.split(" ").map(Number);

let box = null; // what is shown: {x, y, w, h}
let scale = 0; // units of the drawing for one pixel
let chosen = null;
let layer = null;

export function startMap() {
  if (!map()) return;
  wake();
  document.body.addEventListener("htmx:afterSettle", wake);
  window.addEventListener("resize", () => show(box));
  document.addEventListener("click", onClick);
  document.addEventListener("change", onChange);
  document.addEventListener("submit", onSearch);
  document.addEventListener("keydown", onKey);
}

// After the first load and after every swap: the drawing may be new, the place looked at is not.
function wake() {
  const svg = map();
  if (!svg) return;
  if (!svg.dataset.awake) {
    svg.dataset.awake = "yes";
    listen(svg);
    const lands = svg.querySelectorAll(".land");
    lands.forEach((land, n) => land.setAttribute("tabindex", n ? "-1" : "0"));
    svg.querySelector(".land.is-mine")?.setAttribute("tabindex", "0");
    if (svg.querySelector(".land.is-mine") && lands[0] && !lands[0].classList.contains("is-mine"))
      lands[0].setAttribute("tabindex", "-1");
  }
  if (layer) document.getElementById(`layer-${layer}`)?.click();
  scale = 0;
  const narrow = window.innerWidth < 700;
  show(box || boxOf(numbers(narrow && frame().dataset.near ? frame().dataset.near : frame().dataset.look)));
  mark(chosen);
}

const boxOf = ([x, y, w, h]) => ({ x, y, w, h });

// Show a part of the map, in the proportions of the screen, never far beyond its edges.
function show(wanted) {
  const svg = map();
  if (!svg || !wanted) return;
  const { clientWidth: wide, clientHeight: high } = svg;
  if (!wide || !high) return;
  const [wx, wy, ww, wh] = numbers(frame().dataset.whole);
  const most = Math.max(ww / wide, wh / high) * 1.04;
  const k = Math.min(most, Math.max(most / MOST_ZOOM, wanted.w / wide, wanted.h / high));
  const w = k * wide,
    h = k * high;
  const cx = clamp(wanted.x + wanted.w / 2, wx, wx + ww),
    cy = clamp(wanted.y + wanted.h / 2, wy, wy + wh);
  box = { x: cx - w / 2, y: cy - h / 2, w, h };
  svg.setAttribute("viewBox", `${box.x.toFixed(1)} ${box.y.toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`);
  if (Math.abs(k - scale) > k * 0.002) settle(k);
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

const FIGURES = ["happiness", "population", "wealth"];

function settle(k) {
  scale = k;
  rescale(map(), k);
  arrange();
}

// What stands on the map has changed: sizes and places again, the part that is looked at stays.
export function redraw() {
  settle(scale);
}

function arrange() {
  layOut(map(), scale, FIGURES.includes(frame().querySelector('[name="layer"]:checked')?.value));
}

const centre = (land) => {
  const area = extent(land);
  return { x: area.x + area.width / 2, y: area.y + area.height / 2 };
};

function zoomAt(factor, x, y) {
  show({ x: x - (x - box.x) * factor, y: y - (y - box.y) * factor, w: box.w * factor, h: box.h * factor });
}

function zoom(factor) {
  zoomAt(factor, box.x + box.w / 2, box.y + box.h / 2);
}

function place(event) {
  const area = map().getBoundingClientRect();
  return { x: box.x + (event.clientX - area.left) * scale, y: box.y + (event.clientY - area.top) * scale };
}

// --- pointers -------------------------------------------------------------------------------------------------------

function listen(svg) {
  const pointers = new Map();
  let start = null;
  let dragged = false;
  let pinch = 0;

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
    show({ ...start.box, x: start.box.x - dx * scale, y: start.box.y - dy * scale });
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
  svg.addEventListener(
    "click",
    (event) => {
      if (dragged) {
        event.preventDefault();
        event.stopPropagation();
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

// --- lands ----------------------------------------------------------------------------------------------------------

function onClick(event) {
  const button = event.target.closest("#map-frame [data-zoom]");
  if (button) {
    const how = button.dataset.zoom;
    if (how === "in" || how === "out") zoom(how === "in" ? 0.65 : 1.55);
    else show(boxOf(numbers(frame().dataset[how])));
    return;
  }
  if (event.target.closest("[data-close-sheet]")) {
    close();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey || !sheet() || sheet().classList.contains("land-page"))
    return;
  const link = event.target.closest("#map .land, a[data-land-link]") || near(event);
  if (!link) return;
  event.preventDefault();
  open(link.getAttribute("href"));
}

// A finger that just misses a small island still means it.
function near(event) {
  if (!event.target.closest("#map")) return null;
  for (const reach of [6, 12]) {
    for (let turn = 0; turn < 8; turn += 1) {
      const x = event.clientX + reach * Math.cos((turn * Math.PI) / 4),
        y = event.clientY + reach * Math.sin((turn * Math.PI) / 4);
      const land = document.elementFromPoint(x, y)?.closest("#map .land");
      if (land) return land;
    }
  }
  return null;
}

function open(address) {
  const name = decodeURIComponent(address.split("?")[0].replace(/\/$/, "").split("/").pop());
  const far = !document.querySelector(`#map .land[data-id="${CSS.escape(name)}"]`);
  const query = new URLSearchParams({ siege: seat() });
  window.htmx
    .ajax("GET", `${address.split("?")[0]}?${query}`, { target: "#land-sheet", swap: "innerHTML" })
    .then(
      () => {
        sheet().hidden = false;
        sheet().classList.add("is-open");
        if (chosen && !far) bring(chosen);
        document.getElementById("land-title")?.focus({ preventScroll: true });
      },
      () => {},
    ); // said by failures.js
  if (!far) {
    mark(name);
    bring(name);
  }
}

const seat = () => document.querySelector('#desk [name="seat"]')?.value || "";

function mark(name) {
  chosen = name;
  document.getElementById("chosen-edge")?.setAttribute("href", name ? `#t-${name}` : "#t-none");
}

// Move the map only if the land is out of sight, or under the sheet on a phone.
function bring(name) {
  const land = document.querySelector(`#map .land[data-id="${CSS.escape(name)}"]`);
  const { x, y } = centre(land);
  const margin = 0.06,
    high = box.h * inSight();
  const inside =
    x > box.x + box.w * margin &&
    x < box.x + box.w * (1 - margin) &&
    y > box.y + box.h * margin &&
    y < box.y + high - box.h * margin;
  if (!inside) show({ ...box, x: x - box.w / 2, y: y - high / 2 });
}

// The share of the map that the sheet leaves free: all of it, unless the sheet lies over the page.
function inSight() {
  const over = sheet();
  if (!over || over.hidden || getComputedStyle(over).position !== "fixed") return 1;
  const area = map().getBoundingClientRect();
  const free = (over.getBoundingClientRect().top - area.top) / area.height;
  return free > 0.2 ? Math.min(1, free) : 1;
}

function close() {
  sheet().hidden = true;
  sheet().classList.remove("is-open");
  const land = chosen && document.querySelector(`#map .land[data-id="${CSS.escape(chosen)}"]`);
  mark(null);
  land?.focus({ preventScroll: true });
}

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");

function onSearch(event) {
  if (!event.target.matches(".gp-find")) return;
  const wanted = plain(event.target.q.value.trim());
  const lands = [...document.querySelectorAll("#map .land")];
  const named = (land) => plain(land.getAttribute("aria-label").split(",")[0]);
  const found =
    lands.find((land) => named(land).startsWith(wanted)) ||
    lands.find((land) => named(land).includes(wanted));
  if (!found || !wanted) return; // the server has the answer
  event.preventDefault();
  const { x, y } = centre(found);
  const wide = Math.min(box.w, 9 * extent(found).width);
  show({ x: x - wide / 2, y: y - (wide * box.h) / box.w / 2, w: wide, h: (wide * box.h) / box.w });
  open(found.getAttribute("href"));
}

function onChange(event) {
  if (!event.target.matches('#map-frame [name="layer"]')) return;
  layer = event.target.value;
  arrange();
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function onKey(event) {
  if (event.key === "Escape" && sheet() && !sheet().hidden) {
    close();
    return;
  }
  const land = event.target.closest?.("#map .land");
  if (!land) return;
  if (event.key === "+" || event.key === "-") {
    event.preventDefault();
    zoom(event.key === "+" ? 0.7 : 1.4);
    return;
  }
  const way = WAYS[event.key];
  if (!way) return;
  event.preventDefault();
  const next = beside(land, way);
  if (!next) return;
  land.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus({ preventScroll: true });
  bring(next.dataset.id);
}

// The nearest land in that direction.
function beside(land, [wx, wy]) {
  const from = centre(land);
  let best = null;
  let least = Infinity;
  for (const other of document.querySelectorAll("#map .land")) {
    if (other === land) continue;
    const to = centre(other);
    const dx = to.x - from.x,
      dy = to.y - from.y;
    const along = dx * wx + dy * wy,
      aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (along <= 0 || aside > along * 1.4) continue;
    const far = along + 1.6 * aside;
    if (far < least) {
      least = far;
      best = other;
    }
  }
  return best;
}
