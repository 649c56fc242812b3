// Choosing men, drawing their path, aiming, measuring, showing ranges. The form's fields hold everything; the table mirrors them.
import { camera } from "./camera.js";
import { drawFan, toggleFan } from "./fan.js";
import { isBound, isGiven, send, unbind } from "./giving.js";
import { startLasso } from "./lasso.js";
import { mode, setMode, showMode } from "./mode.js";

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const form = () => byId("ag-form");
const boxes = () => [...document.querySelectorAll('#ag-form input[name="figs"]')];
const figure = (id) => byId(`fig-${id}`);
let rings = false;
let tape = [];
let asked = 0;

export function startTools() {
  document.addEventListener("click", clicked);
  document.addEventListener("dblclick", twice);
  document.addEventListener("change", changed);
  document.addEventListener("pointerover", (event) =>
    point(event.target.closest?.("[data-points], [data-man]"), true),
  );
  document.addEventListener("pointerout", (event) =>
    point(event.target.closest?.("[data-points], [data-man]"), false),
  );
  document.addEventListener("pointerdown", (event) => measure(event, "down"));
  document.addEventListener("pointermove", (event) => measure(event, "move"));
  document.addEventListener("pointerup", (event) => measure(event, "up"));
  document.addEventListener("argad:looked", drawRings);
  startLasso(catchMen);
}

export function refreshTools() {
  if (!chosen().length) unbind();
  squads();
  mirror();
  drawPath();
  document.querySelector('[data-tool="rings"]')?.setAttribute("aria-pressed", String(rings));
  showMode();
  for (const select of document.querySelectorAll("[data-if]")) needed(select);
  explain();
}

// --- choosing

function clicked(event) {
  const tool = event.target.closest?.("[data-tool]");
  if (tool) {
    toggle(tool.dataset.tool);
    return;
  }
  const zone = event.target.closest?.("[data-zone]");
  if (zone) {
    setMode("zone", zone.dataset.zone);
    return;
  }
  if (event.target.closest?.("[data-clear-path]")) {
    clearPath();
    return;
  }
  if (event.target.closest?.("[data-forget]")) {
    forget();
    return;
  }
  if (!event.target.closest?.("#ag-svg") || mode()) return;
  const spot = camera.at(event);
  const found = nearest(spot);
  if (form()?.hasAttribute("data-deploy")) {
    deploy(found, spot);
    return;
  }
  if (!byId("ag-path")) {
    if (found) tell(found.querySelector("title")?.textContent ?? "");
    return;
  }
  if (found?.classList.contains("is-mine")) choose(found.dataset.fig);
  else if (found) aim(found.dataset.fig);
  else if (chosen().length) addPoint(spot);
}

function twice(event) {
  if (!event.target.closest?.("#ag-svg") || !byId("ag-path")) return;
  const found = nearest(camera.at(event));
  if (!found?.classList.contains("is-mine")) return;
  if (isBound()) startAfresh();
  for (const box of boxes()) if (figure(box.value)?.dataset.unit === found.dataset.unit) box.checked = true;
  selected();
}

function changed(event) {
  if (!event.target.closest?.("#ag-form")) return;
  if (isBound()) changedAfterGiving(event.target);
  if (event.target.name === "units") {
    const unit = event.target.dataset.unit;
    for (const box of boxes())
      if (figure(box.value)?.dataset.unit === unit) box.checked = event.target.checked;
    selected();
  } else if (event.target.name === "figs") selected();
  else if (event.target.name === "path") drawPath();
  else if (event.target.dataset.if) needed(event.target);
  else if (event.target.name === "do") explain();
  else if (event.target.name === "target" || event.target.dataset.aim) mirror();
}

// The order in the fields is in the plan already: another man begins another order, another word changes this one.
function changedAfterGiving(field) {
  if (field.name === "figs" || field.name === "units") startAfresh(field);
  else if (field.closest("#ag-deed")) send();
}

// Nobody chosen, the fields of the deed as they were at first; but for the box that was just ticked.
function startAfresh(kept = null) {
  unbind();
  const fields = document.querySelectorAll(
    '#ag-deed :is(input, select), #ag-form :is([name="figs"], [name="units"])',
  );
  for (const field of fields) if (field !== kept) empty(field);
}

function empty(field) {
  if (field.type === "checkbox") field.checked = false;
  else if (field.tagName === "SELECT") field.selectedIndex = 0;
  else field.value = "";
}

// What the chosen act asks and does.
function explain() {
  const help = byId("ag-help");
  if (help) help.textContent = byId("ag-do").selectedOptions[0]?.dataset.help ?? "";
}

// Only the fields that this condition needs are shown.
function needed(select) {
  for (const field of select.closest("fieldset").querySelectorAll("[data-for]")) {
    field.classList.toggle("is-idle", !field.dataset.for.split(" ").includes(select.value));
  }
}

// Men caught in a loop replace those chosen before, or join them with the shift key.
function catchMen(ids, add) {
  if (isBound()) startAfresh();
  for (const box of boxes()) box.checked = ids.includes(box.value) || (add && box.checked);
  selected();
}

function choose(id) {
  const box = boxes().find((one) => one.value === id);
  if (!box) return;
  const on = !box.checked;
  if (isBound()) startAfresh();
  box.checked = on;
  selected();
}

// The box of a squad says whether all its men are chosen, or some.
function squads() {
  for (const squad of document.querySelectorAll('#ag-form input[name="units"]')) {
    const men = boxes().filter((box) => figure(box.value)?.dataset.unit === squad.dataset.unit);
    const count = men.filter((box) => box.checked).length;
    squad.checked = count > 0 && count === men.length;
    squad.indeterminate = count > 0 && count < men.length;
  }
}

function selected() {
  squads();
  setPath([]);
  mirror();
}

const chosen = () =>
  boxes()
    .filter((box) => box.checked)
    .map((box) => box.value);

function aim(id) {
  const select = byId("ag-target");
  if (![...select.options].some((option) => option.value === id)) return;
  select.value = select.value === id ? "" : id;
  if (select.value && !byId("ag-path").value && byId("ag-do").value === "move")
    byId("ag-do").value = "charge";
  charge();
  mirror();
  if (select.value && chosen().length) document.querySelector('#ag-form [data-verb="odds"]')?.click();
}

// An enemy who is touched is charged; touched again, he is left alone.
function charge() {
  if (!chosen().length) return;
  if (byId("ag-target").value && (isBound() || byId("ag-do").value === "charge")) send();
  else if (isBound() && byId("ag-do").value === "charge") forget();
}

// The figure under the finger: the nearest one, a little generously.
function nearest(spot) {
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

function mirror() {
  const mine = new Set(chosen());
  const target = byId("ag-target")?.value ?? "";
  const aims = new Set([...document.querySelectorAll("#ag-form [data-aim]:checked")].map((one) => one.value));
  for (const one of document.querySelectorAll("#ag-figs .ag-fig")) {
    one.classList.toggle("is-chosen", mine.has(one.dataset.fig));
    one.classList.toggle("is-target", one.dataset.fig === target || aims.has(one.dataset.fig));
  }
  explain();
  const said = byId("ag-chosen");
  if (said) {
    if (!said.dataset.empty) said.dataset.empty = said.textContent;
    said.textContent = mine.size ? [...mine].map((id) => names(id)).join(", ") : said.dataset.empty;
  }
  drawRings();
  drawFan([...mine][0]);
}

const names = (id) => figure(id)?.querySelector("title")?.textContent.split(". ")[0] ?? id;

function point(row, on) {
  if (row) figure(row.dataset.points ?? row.dataset.man)?.classList.toggle("is-pointed", on);
}

// --- paths

const cm = (mm) => String(Math.round(mm) / 10).replace(".", ",");
const read = (text) =>
  text
    .split(";")
    .map((part) => part.split("/").map((n) => Number(n.replace(",", ".")) * 10))
    .filter((point) => point.length === 2 && point.every(Number.isFinite));

function addPoint(spot) {
  const leader = figure(chosen()[0]);
  const points = read(byId("ag-path").value);
  const start = points.at(-1) ?? [Number(leader.dataset.x), Number(leader.dataset.y)];
  const most = Math.min(...chosen().map((id) => Number(figure(id).dataset.most ?? 0)));
  const rest = most - walked(leader, points);
  const far = Math.hypot(spot.x - start[0], spot.y - start[1]);
  if (rest < 1 || !far || points.length >= 16) return;
  const part = Math.min(1, (rest - 0.3) / far);
  points.push([start[0] + (spot.x - start[0]) * part, start[1] + (spot.y - start[1]) * part]);
  if (byId("ag-do").value === "charge") empty(byId("ag-do"));
  write(points);
  send();
  drawPath();
}

// The order of these men goes out of the plan; they stay chosen, with nothing to do.
function forget() {
  send("forget");
  for (const field of document.querySelectorAll("#ag-deed :is(input, select)")) empty(field);
  setPath([]);
  mirror();
}

function clearPath() {
  if (isBound()) forget();
  else setPath([]);
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

function setPath(points) {
  if (!byId("ag-path")) return;
  write(points);
  drawPath();
}

function write(points) {
  byId("ag-path").value = points.map(([x, y]) => `${cm(x)}/${cm(y)}`).join(" ; ");
}

// The server says what the ground makes of the path; until it answers the plain line is shown.
async function drawPath() {
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
  const answer = await fetch(`${form().dataset.way}?${query}`, { headers: { Accept: "application/json" } });
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

function line(points, classes) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", classes);
  path.setAttribute("d", `M${points.map((point) => point.join(" ")).join("L")}`);
  return path;
}

function ghost(id, leader, [x, y]) {
  const man = figure(id);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("class", `ag-ghost ${[...man.classList].find((name) => name.startsWith("ag-seat-"))}`);
  use.setAttribute("href", man.querySelector(".ag-base").getAttribute("href"));
  use.setAttribute(
    "transform",
    `translate(${x + Number(man.dataset.x) - Number(leader.dataset.x)} ${y + Number(man.dataset.y) - Number(leader.dataset.y)}) scale(${man.dataset.scale})`,
  );
  return use;
}

// --- setting up

let held = "";
function deploy(found, spot) {
  if (found?.classList.contains("is-mine")) {
    held = held === found.dataset.fig ? "" : found.dataset.fig;
    for (const one of document.querySelectorAll("#ag-figs .ag-fig"))
      one.classList.toggle("is-chosen", one.dataset.fig === held);
    return;
  }
  const field = document.querySelector(`[data-at="${CSS.escape(held)}"]`);
  if (!field) return;
  field.value = `${cm(spot.x)}/${cm(spot.y)}`;
  held = "";
  document.querySelector('#ag-form [name="try"]').click();
}

// --- rings and tape

function toggle(tool) {
  if (tool === "rings") {
    rings = !rings;
    drawRings();
  }
  if (tool === "fan") {
    toggleFan(chosen()[0]);
    tell(chosen().length ? "" : byId("ag-chosen").textContent);
  }
  if (tool === "measure" || tool === "lasso") {
    setMode(tool);
    tape = [];
    byId("ag-tape").replaceChildren();
    tell("");
  }
  document.querySelector('[data-tool="rings"]').setAttribute("aria-pressed", String(rings));
}

function drawRings() {
  const layer = byId("ag-rings");
  if (!layer) return;
  layer.replaceChildren();
  const ids = chosen();
  for (const id of ids) {
    const man = figure(id);
    if (!man) continue;
    if (id === ids[0] || rings) ring(layer, man, Number(man.dataset.most ?? 0), "ag-ring ag-ring-move", "");
    if (!rings) continue;
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

// From base to base when the tape begins or ends on a figure.
function measure(event, what) {
  if (mode() !== "measure") return;
  if (what === "down" && event.target.closest?.("#ag-svg")) {
    tape = [end(event)];
    event.preventDefault();
    return;
  }
  if (!tape.length || (what === "move" && !event.buttons)) return;
  const to = end(event);
  const from = tape[0];
  byId("ag-tape").replaceChildren(
    Object.assign(
      line(
        [
          [from.x, from.y],
          [to.x, to.y],
        ],
        "ag-tape-line",
      ),
    ),
  );
  const far = Math.max(0, Math.hypot(to.x - from.x, to.y - from.y) - from.r - to.r);
  const said = [from.name, to.name].filter(Boolean).join(" – ");
  tell(`${said ? `${said} : ` : ""}${cm(far)} cm`);
  if (what === "up") tape = [];
}

function end(event) {
  const spot = camera.at(event);
  const man = nearest(spot);
  if (!man) return { ...spot, r: 0, name: "" };
  return {
    x: Number(man.dataset.x),
    y: Number(man.dataset.y),
    r: Number(man.dataset.r),
    name: names(man.dataset.fig),
  };
}

function tell(text) {
  byId("ag-measure").textContent = text;
}
