// Pan, zoom and pinch by the viewBox, so that figures can keep a size that is readable.
import { mode } from "./mode.js";

const svg = () => document.getElementById("ag-svg");
const READABLE = 15; // pixels, the least width of a man's base
const LARGEST = 2.4;
let eye = null; // what is looked at: a middle and a width, in millimetres
let battle = ""; // the table and the seat one looks from
const pointers = new Map();
let moved = 0;
let pinch = 0;

export const wasDragged = () => moved > 7;

export function toTable(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  return { x: point.x, y: point.y };
}

export const pixels = () => svg().getScreenCTM()?.a || 1; // of one millimetre

export function startCamera() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, up);
  document.addEventListener("wheel", wheel, { passive: false });
  document.addEventListener("keydown", key);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-look]");
    if (button) look(button.dataset.look);
  });
  window.addEventListener("resize", apply);
}

export function refreshCamera() {
  const { code, seat } = document.getElementById("ag").dataset;
  if (!eye || battle !== `${code}:${seat}`) {
    battle = `${code}:${seat}`;
    look(svg().clientWidth < 640 ? "home" : "whole");
    return;
  }
  apply();
}

function look(how) {
  if (how === "in" || how === "out") {
    zoom(how === "in" ? 0.7 : 1 / 0.7);
    return;
  }
  const [width, height] = size();
  const [x, y, w, h] =
    how === "whole" ? [-20, -20, width + 40, height + 40] : svg().dataset.home.split(" ").map(Number);
  const wide = Math.max(w, h * shape(), 220);
  eye = { x: within(x + w / 2, wide, width), y: within(y + h / 2, wide / shape(), height), width: wide };
  apply();
}

// A troop at the edge is shown with the table before it, not with the floor beside the table.
function within(middle, seen, all) {
  const least = seen / 2 - 20;
  return least > all - least ? all / 2 : Math.min(Math.max(middle, least), all - least);
}

const size = () => [Number(svg().dataset.width), Number(svg().dataset.height)];
const shape = () => (svg().clientWidth || 3) / (svg().clientHeight || 2);

function zoom(by, at = eye) {
  const width = Math.min(Math.max(eye.width * by, 160), Math.max(...size()) * 2);
  const k = width / eye.width;
  eye = { x: at.x - (at.x - eye.x) * k, y: at.y - (at.y - eye.y) * k, width };
  apply();
}

export function centre(x, y) {
  if (!eye) return;
  [eye.x, eye.y] = [x, y];
  apply();
}

function pan(dx, dy) {
  eye.x += dx;
  eye.y += dy;
  apply();
}

function apply() {
  if (!eye || !svg()) return;
  const [width, height] = size();
  eye.x = Math.min(Math.max(eye.x, 0), width);
  eye.y = Math.min(Math.max(eye.y, 0), height);
  const tall = eye.width / shape();
  const box = [eye.x - eye.width / 2, eye.y - tall / 2, eye.width, tall];
  svg().setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
  const scale = svg().clientWidth / eye.width;
  const inflate = Math.min(LARGEST, Math.max(1, READABLE / (20 * scale)));
  document.documentElement.style.setProperty("--ag-inflate", inflate.toFixed(3));
  const cm = [10, 20, 40, 60].find((n) => n * 10 * scale > 46) ?? 60;
  document.querySelector(".ag-scale-bar").style.width = `${(cm * 10 * scale).toFixed(0)}px`;
  document.querySelector(".ag-scale-text").textContent = `${cm} cm`;
  document.dispatchEvent(new CustomEvent("argad:looked"));
}

function down(event) {
  if (!event.target.closest?.("#ag-svg") || event.button > 0) return;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 1) moved = 0;
  pinch = spread();
}

function move(event) {
  const last = pointers.get(event.pointerId);
  if (!last || !svg()) return;
  const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  moved += Math.hypot(dx, dy);
  if (mode()) return; // the finger draws
  if (pointers.size === 2) {
    const now = spread();
    const [a, b] = [...pointers.values()];
    if (pinch && now) zoom(pinch / now, toTable({ clientX: (a.x + b.x) / 2, clientY: (a.y + b.y) / 2 }));
    pinch = now;
    return;
  }
  if (moved < 8) return;
  svg().classList.add("is-panning");
  const scale = svg().clientWidth / eye.width;
  pan(-dx / scale, -dy / scale);
}

function up(event) {
  if (!pointers.delete(event.pointerId)) return;
  pinch = 0;
  svg()?.classList.remove("is-panning");
}

function spread() {
  const [a, b] = [...pointers.values()];
  return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

function wheel(event) {
  if (!event.target.closest?.("#ag-svg") || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, toTable(event));
}

function key(event) {
  if (event.target.id !== "ag-view" || !eye) return;
  const step = eye.width / 10;
  const way = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
    event.key
  ];
  if (way) pan(...way);
  else if (event.key === "+" || event.key === "=") zoom(0.8);
  else if (event.key === "-") zoom(1.25);
  else if (event.key === "0") look("whole");
  else return;
  event.preventDefault();
}
