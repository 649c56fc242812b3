// Choosing men and what they do: a touch of the table, or a change of the form. The form's fields hold
// everything; the table mirrors them.
import { deploy } from "./deploy.js";
import { drawFan, toggleFan } from "./fan.js";
import { isBound, send, unbind } from "./giving.js";
import { startLasso } from "./lasso.js";
import { boxes, byId, chosen, figure, nameOf, nearest, tell } from "./men.js";
import { mode, setMode, showMode } from "./mode.js";
import { addPoint, drawPath, setPath } from "./path.js";
import { drawRings, toggleRings } from "./rings.js";
import { rollUpTape, startTape } from "./tape.js";

let pair = []; // the men of the last two touches

export function startTools() {
  document.addEventListener("argad:touched", touched);
  document.addEventListener("click", clicked);
  document.addEventListener("dblclick", twice);
  document.addEventListener("change", changed);
  document.addEventListener("pointerover", (event) =>
    point(event.target.closest?.("[data-points], [data-man]"), true),
  );
  document.addEventListener("pointerout", (event) =>
    point(event.target.closest?.("[data-points], [data-man]"), false),
  );
  document.addEventListener("argad:looked", drawRings);
  startTape();
  startLasso(catchMen);
}

export function refreshTools() {
  if (!chosen().length) unbind();
  squads();
  mirror();
  drawPath();
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
  if (event.target.closest?.("[data-forget]")) forget();
}

function touched({ detail: spot }) {
  if (mode()) return;
  const found = nearest(spot);
  pair = [pair.at(-1), found?.dataset.fig];
  if (byId("ag-form")?.hasAttribute("data-deploy")) {
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

// His whole squad. Browsers take quick touches of two neighbours for a double click too.
function twice(event) {
  if (!event.target.closest?.("#ag-svg") || !byId("ag-path") || pair[0] !== pair[1]) return;
  const man = figure(pair[1]);
  if (!man?.classList.contains("is-mine")) return;
  if (isBound()) startAfresh();
  for (const box of boxes()) if (figure(box.value)?.dataset.unit === man.dataset.unit) box.checked = true;
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

// The order in the fields is in the plan already: another man begins another order, another word changes this
// one.
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
    said.textContent = mine.size ? [...mine].map(nameOf).join(", ") : said.dataset.empty;
  }
  drawRings();
  drawFan([...mine][0]);
}

function point(row, on) {
  if (row) figure(row.dataset.points ?? row.dataset.man)?.classList.toggle("is-pointed", on);
}

function toggle(tool) {
  if (tool === "rings") toggleRings();
  if (tool === "fan") {
    toggleFan(chosen()[0]);
    tell(chosen().length ? "" : byId("ag-chosen").textContent);
  }
  if (tool === "measure" || tool === "lasso") {
    setMode(tool);
    rollUpTape();
  }
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
