// What the first chosen man sees: the server gives the outline, the table shows it.
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
let on = false;
let asked = 0;

export function toggleFan(id) {
  on = !on;
  drawFan(id);
}

function showFan() {
  document.querySelector('[data-tool="fan"]')?.setAttribute("aria-pressed", String(on));
}

export async function drawFan(id) {
  const layer = byId("ag-fan");
  const form = byId("ag-form");
  showFan();
  const turn = ++asked;
  if (!layer) return;
  layer.replaceChildren();
  if (!on || !id || !form?.dataset.view) return;
  const query = new URLSearchParams({ siege: byId("ag").dataset.seat, figs: id });
  const answer = await fetch(`${form.dataset.view}?${query}`, { headers: { Accept: "application/json" } });
  if (turn !== asked || !answer.ok) return;
  const found = await answer.json();
  if (turn !== asked) return;
  const area = document.createElementNS(SVG, "path");
  area.setAttribute("class", "ag-fan-area");
  area.setAttribute("d", `M${found.points.map((point) => point.join(" ")).join("L")}Z`);
  layer.replaceChildren(area);
  byId("ag-measure").textContent = found.text;
}
