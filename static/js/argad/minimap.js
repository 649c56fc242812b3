// The whole table in a corner, while only a part of it is looked at: a tap goes there.
import { camera } from "./camera.js";

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);

export function startMinimap() {
  document.addEventListener("argad:looked", frame);
  document.addEventListener("pointerdown", go);
  document.addEventListener("pointermove", (event) => {
    if (event.buttons) go(event);
  });
}

export function refreshMinimap() {
  const dots = [...document.querySelectorAll("#ag-figs .ag-fig:not(.is-gone)")].map((man) => {
    const dot = document.createElementNS(SVG, "circle");
    const seat = [...man.classList].find((name) => name.startsWith("ag-seat-"));
    for (const [name, value] of Object.entries({
      class: `ag-map-man ${seat}`,
      cx: man.dataset.x,
      cy: man.dataset.y,
      r: 26,
    }))
      dot.setAttribute(name, value);
    return dot;
  });
  byId("ag-map-men").replaceChildren(...dots);
  frame();
}

function frame() {
  const [x, y, width, height] = byId("ag-svg").getAttribute("viewBox").split(" ").map(Number);
  const eye = byId("ag-map-eye");
  for (const [name, value] of Object.entries({ x, y, width, height })) eye.setAttribute(name, value);
  const { width: all } = byId("ag-svg").dataset;
  byId("ag-map").classList.toggle("is-needed", width < Number(all) * 0.85);
}

function go(event) {
  const map = event.target.closest?.("#ag-map");
  if (!map) return;
  event.preventDefault();
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  camera.centreOn(spot.x, spot.y);
}
