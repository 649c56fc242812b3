// A loop drawn round some men chooses them; a rectangle drawn for a condition becomes its zone.
import { camera } from "./camera.js";
import { mode, setMode, zoneField } from "./mode.js";

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
let loop = [];
let finger = null;

export function startLasso(choose) {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", (event) => up(event, choose));
  document.addEventListener("pointercancel", forget);
}

function down(event) {
  if (!["lasso", "zone"].includes(mode()) || !event.target.closest?.("#ag-svg") || event.button > 0) return;
  if (finger !== null) {
    forget();
    return;
  } // a second finger means a pinch
  finger = event.pointerId;
  loop = [camera.at(event)];
  event.preventDefault();
}

function move(event) {
  if (event.pointerId !== finger) return;
  loop.push(camera.at(event));
  const shape = document.createElementNS(SVG, "path");
  shape.setAttribute("class", "ag-lasso-line");
  shape.setAttribute(
    "d",
    `M${outline()
      .map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("L")}Z`,
  );
  byId("ag-lasso").replaceChildren(shape);
}

function up(event, choose) {
  if (event.pointerId !== finger) return;
  const drawn = outline();
  const kind = mode();
  const field = zoneField();
  const long = loop.length > 2;
  forget();
  if (!long) return;
  setMode("");
  if (kind === "zone") write(field, drawn);
  else choose(caught(drawn), event.shiftKey);
}

function forget() {
  finger = null;
  loop = [];
  byId("ag-lasso")?.replaceChildren();
}

// The loop itself, or for a zone the rectangle between its ends.
function outline() {
  if (mode() !== "zone") return loop;
  const [a, b] = [loop[0], loop.at(-1)];
  return [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];
}

function caught(drawn) {
  const mine = [...document.querySelectorAll("#ag-figs .ag-fig.is-mine:not(.is-gone)")];
  return mine
    .filter((one) => inside(drawn, Number(one.dataset.x), Number(one.dataset.y)))
    .map((one) => one.dataset.fig);
}

function inside(drawn, x, y) {
  let odd = false;
  for (let n = 0, last = drawn.length - 1; n < drawn.length; last = n, n += 1) {
    const [a, b] = [drawn[n], drawn[last]];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) odd = !odd;
  }
  return odd;
}

function write(id, drawn) {
  const field = byId(id);
  if (!field) return;
  const { width, height } = byId("ag-svg").dataset;
  const cm = (mm, most) => Math.round(Math.min(Math.max(mm, 0), Number(most)) / 10);
  field.value = `${cm(drawn[0].x, width)}/${cm(drawn[0].y, height)} ; ${cm(drawn[2].x, width)}/${cm(drawn[2].y, height)}`;
}
