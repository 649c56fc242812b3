// Rings round the chosen men: how far they go, shoot and are heard.
import { byId, chosen, figure, SVG } from "./men.js";

let on = false;

export function toggleRings() {
  on = !on;
  drawRings();
}

export function drawRings() {
  document.querySelector('[data-tool="rings"]')?.setAttribute("aria-pressed", String(on));
  const layer = byId("ag-rings");
  if (!layer) return;
  layer.replaceChildren();
  const ids = chosen();
  for (const id of ids) {
    const man = figure(id);
    if (!man) continue;
    if (id === ids[0] || on) ring(layer, man, Number(man.dataset.most ?? 0), "ag-ring ag-ring-move", "");
    if (!on) continue;
    for (const band of (man.dataset.bands ?? "").split(" ").filter(Boolean))
      ring(layer, man, Number(band) + Number(man.dataset.r), "ag-ring", `${band / 10}`);
    if (man.dataset.voice)
      ring(
        layer,
        man,
        Number(man.dataset.voice) + Number(man.dataset.r),
        "ag-ring ag-ring-voice",
        `${man.dataset.voice / 10}`,
      );
  }
}

function ring(layer, man, radius, classes, label) {
  if (!radius) return;
  const circle = document.createElementNS(SVG, "circle");
  for (const [name, value] of Object.entries({
    class: classes,
    cx: man.dataset.x,
    cy: man.dataset.y,
    r: radius,
  }))
    circle.setAttribute(name, value);
  layer.append(circle);
  if (!label) return;
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", "ag-ring-text");
  text.setAttribute("x", Number(man.dataset.x) + radius - 4);
  text.setAttribute("y", Number(man.dataset.y) - 4);
  text.textContent = label;
  layer.append(text);
}
