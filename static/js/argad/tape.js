// The tape: how far it is from one place of the table to another.
import { camera } from "./camera.js";
import { byId, cm, line, nameOf, nearest, tell } from "./men.js";
import { mode } from "./mode.js";

let tape = [];

export function startTape() {
  document.addEventListener("pointerdown", (event) => measure(event, "down"));
  document.addEventListener("pointermove", (event) => measure(event, "move"));
  document.addEventListener("pointerup", (event) => measure(event, "up"));
}

export function rollUpTape() {
  tape = [];
  byId("ag-tape").replaceChildren();
  tell("");
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
  const ends = [
    [from.x, from.y],
    [to.x, to.y],
  ];
  byId("ag-tape").replaceChildren(line(ends, "ag-tape-line"));
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
    name: nameOf(man.dataset.fig),
  };
}
