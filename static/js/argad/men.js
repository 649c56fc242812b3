// What every tool of the table asks: who is chosen in the form, which figure is meant, how a line or a measure
// is shown.
import { camera } from "./camera.js";

export const SVG = "http://www.w3.org/2000/svg";
export const byId = (id) => document.getElementById(id);
export const boxes = () => [...document.querySelectorAll('#ag-form input[name="figs"]')];
export const figure = (id) => byId(`fig-${id}`);
export const nameOf = (id) => figure(id)?.querySelector("title")?.textContent.split(". ")[0] ?? id;
export const cm = (mm) => String(Math.round(mm) / 10).replace(".", ",");

export const chosen = () =>
  boxes()
    .filter((box) => box.checked)
    .map((box) => box.value);

// The figure under the finger: the nearest one, a little generously.
export function nearest(spot) {
  const inflate = Number(getComputedStyle(document.documentElement).getPropertyValue("--ag-inflate")) || 1;
  let best = null;
  let least = Infinity;
  for (const one of document.querySelectorAll("#ag-figs .ag-fig:not(.is-gone):not(.is-unseen)")) {
    const [dx, dy] = [Number(one.dataset.x) - spot.x, Number(one.dataset.y) - spot.y];
    const far = Math.hypot(dx, dy > 0 ? dy * 0.6 : dy); // the body stands above its base
    const reach = Math.max(Number(one.dataset.r) * inflate, 13 * camera.unit);
    if (far < reach && far < least) {
      best = one;
      least = far;
    }
  }
  return best;
}

export function line(points, classes) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", classes);
  path.setAttribute("d", `M${points.map((point) => point.join(" ")).join("L")}`);
  return path;
}

export function tell(text) {
  byId("ag-measure").textContent = text;
}
