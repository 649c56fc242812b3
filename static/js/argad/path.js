// The path of the chosen men: its points in the field of the form, and as the table shows it.
import { isGiven, send } from "./giving.js";
import { byId, chosen, cm, figure, line, SVG, tell } from "./men.js";

let asked = 0;
const read = (text) =>
  text
    .split(";")
    .map((part) => part.split("/").map((n) => Number(n.replace(",", ".")) * 10))
    .filter((point) => point.length === 2 && point.every(Number.isFinite));

export function addPoint(spot) {
  const leader = figure(chosen()[0]);
  const points = read(byId("ag-path").value);
  const start = points.at(-1) ?? [Number(leader.dataset.x), Number(leader.dataset.y)];
  const most = Math.min(...chosen().map((id) => Number(figure(id).dataset.most ?? 0)));
  const rest = most - walked(leader, points);
  const far = Math.hypot(spot.x - start[0], spot.y - start[1]);
  if (rest < 1 || !far || points.length >= 16) return;
  const part = Math.min(1, (rest - 0.3) / far);
  points.push([start[0] + (spot.x - start[0]) * part, start[1] + (spot.y - start[1]) * part]);
  if (byId("ag-do").value === "charge") byId("ag-do").selectedIndex = 0;
  write(points);
  send();
  drawPath();
}

function walked(leader, points) {
  let [x, y] = [Number(leader.dataset.x), Number(leader.dataset.y)];
  let all = 0;
  for (const [px, py] of points) {
    all += Math.hypot(px - x, py - y);
    [x, y] = [px, py];
  }
  return all;
}

export function setPath(points) {
  if (!byId("ag-path")) return;
  write(points);
  drawPath();
}

function write(points) {
  byId("ag-path").value = points.map(([x, y]) => `${cm(x)}/${cm(y)}`).join(" ; ");
}

// The server says what the ground makes of the path; until it answers the plain line is shown.
export async function drawPath() {
  const layer = byId("ag-draw");
  layer.replaceChildren();
  const field = byId("ag-path");
  const ids = field ? chosen() : [];
  const points = field ? read(field.value) : [];
  if (!ids.length || !points.length) {
    tell("");
    return;
  }
  const leader = figure(ids[0]);
  const start = [Number(leader.dataset.x), Number(leader.dataset.y)];
  if (!isGiven())
    layer.append(line([start, ...points], "ag-way"), ...ids.map((id) => ghost(id, leader, points.at(-1))));
  const turn = ++asked;
  const query = new URLSearchParams({ siege: byId("ag").dataset.seat, figs: ids[0], path: field.value });
  const answer = await fetch(`${byId("ag-form").dataset.way}?${query}`, {
    headers: { Accept: "application/json" },
  });
  const found = await answer.json();
  if (turn !== asked) return;
  if (!answer.ok) {
    tell(found.error);
    return;
  }
  if (!isGiven())
    layer.replaceChildren(
      ...found.parts.map((part) => line(part.points, `ag-way ag-way-${part.kind}`)),
      ...ids.map((id) => ghost(id, leader, found.end)),
    );
  tell(found.text);
}

function ghost(id, leader, [x, y]) {
  const man = figure(id);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("class", `ag-ghost ${[...man.classList].find((name) => name.startsWith("ag-seat-"))}`);
  use.setAttribute("href", man.querySelector(".ag-base").getAttribute("href"));
  const dx = Number(man.dataset.x) - Number(leader.dataset.x);
  const dy = Number(man.dataset.y) - Number(leader.dataset.y);
  use.setAttribute("transform", `translate(${x + dx} ${y + dy}) scale(${man.dataset.scale})`);
  return use;
}
