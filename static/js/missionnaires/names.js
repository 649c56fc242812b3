// Which names are written on the map at this scale, and on which side of their town: the weightiest first,
// none over another.
const GAP = 3; // pixels between a mark and its name
const AIR = 2; // pixels kept free around a name
const SIZE = 13; // pixels at which names are measured
const LINE = 13; // height of a name in pixels
const MARK = 7; // units of a mark from its middle to its edge
const ANCHOR = 18; // units below the middle of a port that its anchor takes
const SIDES = ["right", "left", "above", "below", "right-up", "right-down", "left-up", "left-down"];
const WEIGHTS = { "ms-bethel": 60, "ms-congregation": 40, "ms-barracks": 20, "ms-green": 20, "ms-sea": 10 };
const LIT = 100,
  PAWN = 70,
  MINE = 80; // what weighs more: where one may go, who stands there, what is to be visited
const ALWAYS = 40; // lighter names wait until the map is near

const widths = new Map(); // of a name, in pixels
const wanted = new Map(); // the side the map file asks for, before anything was moved
let brush = null;

// `unit`: units of the drawing for one pixel; `mark`: how much marks are scaled; `type`: how much names are;
// `whole`: the box of the whole map. Only what weighs enough is written where the map is not near.
export function writeNames(svg, { unit, mark, type, whole, near }) {
  const scale = mark / unit;
  const taken = obstacles(svg, unit, scale);
  const marks = [...svg.querySelectorAll(".ms-town")].map((town) =>
    around(middle(town), unit, MARK * scale * 0.8),
  );
  const bounds = {
    left: whole.x / unit,
    top: whole.y / unit,
    right: (whole.x + whole.w) / unit,
    bottom: (whole.y + whole.h) / unit,
  };
  const names = [...svg.querySelectorAll(".ms-name")].map((name) => ({ name, weight: weigh(svg, name) }));
  for (const { name, weight } of names.sort((a, b) => b.weight - a.weight)) {
    const place =
      near || (weight >= ALWAYS && !name.matches(".is-far .ms-sea"))
        ? roomFor(name, { unit, scale, type }, taken, marks, bounds)
        : null;
    name.classList.toggle("is-crowded", !place);
    name.classList.toggle("is-lit", weight >= LIT);
    if (!place) continue;
    taken.push(place.box);
    const text = name.firstElementChild;
    text.setAttribute("x", (place.x * unit).toFixed(1));
    text.setAttribute("y", (place.y * unit).toFixed(1));
    text.setAttribute("text-anchor", place.anchor);
  }
}

export function forgetWidths() {
  widths.clear();
}

function weigh(svg, name) {
  const space = name.dataset.space;
  const glow = svg.querySelector(`#glow-${space}`);
  let weight = WEIGHTS[[...name.classList].find((kind) => kind in WEIGHTS)];
  if (glow) weight += LIT + (glow.classList.contains("ms-glow-1") ? 20 : 0);
  if (svg.querySelector(`#stop-${space}`)) weight += MINE;
  if (svg.querySelector(`.ms-pawn[data-space="${space}"]`)) weight += PAWN;
  return weight;
}

// What no name may cover, in pixels of the whole map: pieces, prices, the numbers of one's round.
function obstacles(svg, unit, scale) {
  const found = [];
  for (const piece of svg.querySelectorAll(".ms-piece")) {
    const [x, y] = [piece.dataset.x / unit, piece.dataset.y / unit];
    const shield = !piece.querySelector(".ms-letter");
    const right = piece.querySelector(".ms-mate") ? 22 : 10;
    found.push({
      left: x - 10 * scale,
      right: x + right * scale,
      top: y - (shield ? 11 : 24) * scale,
      bottom: y + (shield ? 11 : 4) * scale,
    });
  }
  for (const price of svg.querySelectorAll(".ms-map:not(.is-far) .ms-price")) {
    const { x, y } = middle(price),
      [dx, dy] = shift(price.querySelector(".ms-mark > g"));
    const wide = Number(price.querySelector("rect").getAttribute("width"));
    found.push({
      left: x / unit + (dx - 3) * scale,
      right: x / unit + (dx - 3 + wide) * scale,
      top: y / unit + (dy - 3) * scale,
      bottom: y / unit + (dy + 15) * scale,
    });
  }
  for (const stop of svg.querySelectorAll(".ms-stop")) {
    const { x, y } = middle(stop),
      [dx, dy] = shift(stop.querySelector(".ms-mark > g"));
    found.push(around({ x: x + dx * scale * unit, y: y + dy * scale * unit }, unit, 7 * scale));
  }
  return found;
}

// The first free side that covers no mark, else the one that covers fewest; far away, or where every side is
// taken, nothing.
function roomFor(name, { unit, scale, type }, taken, marks, bounds) {
  const first = preferred(name);
  const at = middle(name);
  const here = { x: at.x / unit, y: at.y / unit };
  let best = null;
  for (const side of [first, ...SIDES.filter((other) => other !== first)]) {
    const place = beside(name, side, here, scale, type);
    if (!inside(place.box, bounds) || taken.some((box) => meet(box, place.box))) continue;
    const covered = marks.filter((box) => meet(box, place.box)).length;
    if (!covered) return place;
    if (type === 1 && (!best || covered < best.covered)) best = { ...place, covered };
  }
  return best;
}

function beside(name, side, here, scale, type) {
  const wide = widthOf(name, type);
  const line = LINE * type;
  const ring = name.ownerSVGElement.querySelector(`#stop-${name.dataset.space}, #glow-${name.dataset.space}`)
    ? 6
    : 0;
  const edge = (MARK + ring) * scale + GAP;
  const low =
    (name.classList.contains("is-port") ? Math.max(ANCHOR, MARK + ring) : MARK + ring) * scale + GAP;
  const across = side.startsWith("right") ? 1 : side.startsWith("left") ? -1 : 0;
  const slant = side.endsWith("-up") ? -1 : side.endsWith("-down") ? 1 : 0;
  const x = across * (slant ? edge * 0.75 : edge);
  const y = across ? 4 + slant * (edge * 0.6 + 2) : side === "above" ? -edge : low + line - 4;
  const left = here.x + x - (across > 0 ? 0 : across < 0 ? wide : wide / 2);
  const top = here.y + y - line + 3;
  const box = { left: left - AIR, right: left + wide + AIR, top, bottom: top + line };
  return { x, y, box, anchor: across > 0 ? "start" : across < 0 ? "end" : "middle" };
}

function preferred(name) {
  const space = name.dataset.space;
  if (!wanted.has(space)) {
    const text = name.firstElementChild;
    const side = { start: "right", end: "left" }[text.getAttribute("text-anchor")];
    wanted.set(space, side ?? (Number(text.getAttribute("y")) < 0 ? "above" : "below"));
  }
  return wanted.get(space);
}

// Measured once at one size; `size` is how large names are written now.
function widthOf(name, size) {
  const key = `${name.dataset.space}${name.classList.contains("is-lit") ? "!" : ""}`;
  if (!widths.has(key)) {
    const text = name.firstElementChild;
    const style = getComputedStyle(text);
    brush ??= document.createElement("canvas").getContext("2d");
    brush.font = `${style.fontStyle} ${style.fontWeight} ${SIZE}px ${style.fontFamily}`;
    widths.set(key, brush.measureText(text.textContent).width);
  }
  return widths.get(key) * size;
}

const numbers = (element) =>
  element
    .getAttribute("transform")
    .match(/-?[\d.]+/g)
    .map(Number);
const shift = (element) => numbers(element);
const middle = (element) => {
  const [x, y] = numbers(element);
  return { x, y };
};
const around = ({ x, y }, unit, r) => ({
  left: x / unit - r,
  right: x / unit + r,
  top: y / unit - r,
  bottom: y / unit + r,
});
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const inside = (box, bounds) =>
  box.left >= bounds.left &&
  box.right <= bounds.right &&
  box.top >= bounds.top &&
  box.bottom <= bounds.bottom;
