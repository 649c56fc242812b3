// The map of the court: the camera of all maps, names that keep their size, a land's sheet beside it. The part looked at
// survives live updates of the page.
import { Camera, clamp, WAYS } from "../ui/map.js";
import { extent, layOut, rescale } from "./labels.js";

const FIGURES = ["happiness", "population", "wealth"];
const NARROW = 700; // pixels of a window in which the map begins near home

const frame = () => document.getElementById("map-frame");
const map = () => document.getElementById("map");
const sheet = () => document.getElementById("land-sheet");

let scale = 0; // units of the drawing for one pixel, as the names were laid out; 0: to be laid out again
let chosen = null;
let layer = null;

class CourtCamera extends Camera {
  closer = 0.65;
  farther = 1.55;
  keys = { on: "#map .land", closer: 0.7, farther: 1.4, pan: 0 };

  range(width, height) {
    const { w, h } = this.place("whole");
    const most = Math.max(w / width, h / height) * 1.04;
    return [most / 14, most];
  }

  bound({ x, y }) {
    const whole = this.place("whole");
    return { x: clamp(x, whole.x, whole.x + whole.w), y: clamp(y, whole.y, whole.y + whole.h) };
  }

  stay() {
    const narrow = window.innerWidth < NARROW && frame().dataset.near;
    this.show(this.box ?? this.place(narrow ? "near" : "look"));
  }

  minds(event) {
    return super.minds(event) || frame().contains(document.activeElement);
  }

  onLook() {
    if (Math.abs(this.unit - scale) > this.unit * 0.002) settle(this.unit);
  }
}

const camera = new CourtCamera(frame, map);

export function startMap() {
  if (!map()) return;
  wake();
  document.body.addEventListener("htmx:afterSettle", wake);
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
    offerOneLand(svg);
  }
  if (layer) document.getElementById(`layer-${layer}`)?.click();
  scale = 0;
  camera.wake();
  mark(chosen);
}

// The keyboard enters the map at one land, of one's own if possible, and goes on with the arrows.
function offerOneLand(svg) {
  const lands = [...svg.querySelectorAll(".land")];
  const first = lands.find((land) => land.classList.contains("is-mine")) ?? lands[0];
  for (const land of lands) land.setAttribute("tabindex", land === first ? "0" : "-1");
}

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

// --- lands ----------------------------------------------------------------------------------------------------------

function onClick(event) {
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
      const x = event.clientX + reach * Math.cos((turn * Math.PI) / 4);
      const y = event.clientY + reach * Math.sin((turn * Math.PI) / 4);
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
  const { box } = camera;
  const margin = 0.06;
  const high = box.h * inSight();
  const inside =
    x > box.x + box.w * margin &&
    x < box.x + box.w * (1 - margin) &&
    y > box.y + box.h * margin &&
    y < box.y + high - box.h * margin;
  if (!inside) camera.show({ ...box, x: x - box.w / 2, y: y - high / 2 });
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
  const { box } = camera;
  const wide = Math.min(box.w, 9 * extent(found).width);
  const high = (wide * box.h) / box.w;
  camera.show({ x: x - wide / 2, y: y - high / 2, w: wide, h: high });
  open(found.getAttribute("href"));
}

function onChange(event) {
  if (!event.target.matches('#map-frame [name="layer"]')) return;
  layer = event.target.value;
  arrange();
}

function onKey(event) {
  if (event.key === "Escape" && sheet() && !sheet().hidden) {
    close();
    return;
  }
  const land = event.target.closest?.("#map .land");
  if (!land) return;
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
    const dx = to.x - from.x;
    const dy = to.y - from.y;
    const along = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (along <= 0 || aside > along * 1.4) continue;
    const far = along + 1.6 * aside;
    if (far < least) {
      least = far;
      best = other;
    }
  }
  return best;
}
