// The camera over the table top, so that figures can keep a size that is readable.
import { Camera, clamp } from "../ui/map.js";
import { mode } from "./mode.js";

const svg = () => document.getElementById("ag-svg");
const READABLE = 15; // pixels, the least width of a man's base
const LARGEST = 2.4;
const SMALL = 640; // pixels of a screen on which one begins with one's own troop
const FLOOR = 20; // millimetres beside the table that may be seen
const LEAST = 160; // millimetres, the narrowest look
const LEAST_PLACE = 220; // and the narrowest that a button leads to

let battle = ""; // the table and the seat one looks from

class TableCamera extends Camera {
  drag = 8;
  held = "is-panning";
  farther = 1 / 0.7;
  double = 1; // it chooses a squad
  keys = { on: "#ag-view", closer: 0.8, farther: 1.25, pan: 0.1 };

  // A troop at the edge is shown with the table before it, not with the floor beside the table.
  place(name) {
    const { x, y, w, h } = super.place(name);
    const { width, height } = tableSize();
    const shape = svg().clientWidth / svg().clientHeight;
    const wide = Math.max(w, h * shape, LEAST_PLACE);
    const high = wide / shape;
    const left = onTable(x + w / 2, wide, width) - wide / 2;
    return { x: left, y: onTable(y + h / 2, high, height) - high / 2, w: wide, h: high };
  }

  range(wide) {
    const { width, height } = tableSize();
    return [LEAST / wide, (2 * Math.max(width, height)) / wide];
  }

  bound({ x, y }) {
    const { width, height } = tableSize();
    return { x: clamp(x, 0, width), y: clamp(y, 0, height) };
  }

  // As wide as before, whatever became of the room for it; another table or seat is looked at afresh.
  stay() {
    const { code, seat } = document.getElementById("ag").dataset;
    const same = this.box && battle === `${code}:${seat}`;
    battle = `${code}:${seat}`;
    if (same) this.show({ ...this.box, y: this.box.y + this.box.h / 2, h: 0 });
    else this.show(this.place(svg().clientWidth < SMALL ? "home" : "whole"));
  }

  mayPan() {
    return !mode(); // the finger draws
  }

  turn(delta) {
    return delta > 0 ? 1.15 : 1 / 1.15;
  }

  onLook() {
    const inflate = clamp((READABLE * this.unit) / 20, 1, LARGEST);
    document.documentElement.style.setProperty("--ag-inflate", inflate.toFixed(3));
    const cm = [10, 20, 40, 60].find((n) => (n * 10) / this.unit > 46) ?? 60;
    document.querySelector(".ag-scale-bar").style.width = `${((cm * 10) / this.unit).toFixed(0)}px`;
    document.querySelector(".ag-scale-text").textContent = `${cm} cm`;
    document.dispatchEvent(new CustomEvent("argad:looked"));
  }

  onTap(event) {
    document.dispatchEvent(new CustomEvent("argad:touched", { detail: this.at(event) }));
  }
}

export const camera = new TableCamera(() => document.getElementById("ag-stage"), svg);

const tableSize = () => ({ width: Number(svg().dataset.width), height: Number(svg().dataset.height) });

function onTable(middle, seen, all) {
  const least = seen / 2 - FLOOR;
  return least > all - least ? all / 2 : clamp(middle, least, all - least);
}
