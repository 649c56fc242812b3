// The map of the Mediterranean: the camera of all maps, marks and names that keep their size within reason. The part looked
// at survives every update of the page.
import { Camera, clamp, within } from "../ui/map.js";
import { forgetWidths, writeNames } from "./names.js";

const SMALL = 700; // pixels of a screen on which the map begins near
const MOST_MARK = 2.2; // how large marks grow when the map is far away
const NEAR = 1.6; // units of the drawing for one pixel under which every name that finds room is written
const FAR = 2; // and beyond which names are smaller

const frame = () => document.getElementById("ms-frame");
const map = () => document.getElementById("ms-map");

let written = 0; // the scale at which the names were last written; 0: to be written again

class VoyageCamera extends Camera {
  closer = 0.62;
  farther = 1.6;
  zooms = 7;

  // Nothing beyond the edge of the map is shown; where the map is too short for the screen, nothing beyond the edge of the
  // drawing, if it can be avoided.
  bound(middle, seen) {
    const whole = this.place("whole");
    const drawn = this.place("drawn");
    return {
      x: onMap(middle.x, seen.w, [whole.x, whole.w], [drawn.x, drawn.w]),
      y: onMap(middle.y, seen.h, [whole.y, whole.h], [drawn.y, drawn.h]),
    };
  }

  // The same middle at the same scale, whatever became of the room for it; the whole map stays whole. Until somebody chose
  // what to look at, a small screen follows one's own missionary.
  stay() {
    const svg = map();
    if (!svg) return;
    if (!this.touched || !this.box) this.show(this.place(window.innerWidth < SMALL ? "near" : "whole"));
    else if (this.unit > this.most * 0.999) this.show(this.place("whole"));
    else this.show(this.#sameMiddle(this.unit * svg.clientWidth, this.unit * svg.clientHeight));
  }

  #sameMiddle(w, h) {
    return { x: this.box.x + (this.box.w - w) / 2, y: this.box.y + (this.box.h - h) / 2, w, h };
  }

  minds(event) {
    return super.minds(event) || frame().contains(document.activeElement);
  }

  onLook() {
    if (this.unit !== written) rescale(map(), this.unit, this.unit < Math.min(NEAR, this.most * 0.8));
  }
}

function onMap(middle, seen, [start, length], [first, drawn]) {
  if (seen < length || seen >= drawn) return within(middle, seen, start, length);
  return within(start + length / 2, seen, first, drawn);
}

const camera = new VoyageCamera(frame, map);

export function startMap() {
  if (!map()) return;
  wake();
  document.body.addEventListener("htmx:afterSwap", wake); // before the new drawing is painted
  document.body.addEventListener("htmx:afterSettle", wake);
  document.addEventListener("click", onClick);
  document.fonts?.ready.then(() => {
    forgetWidths();
    wake();
  });
}

function wake() {
  written = 0; // the new page has its names where the map file puts them
  camera.wake();
}

// Marks and names keep their size on the screen, within reason; which names there is room for depends on the scale alone.
function rescale(svg, unit, near) {
  const mark = clamp(unit, 0.5, MOST_MARK);
  written = unit;
  const type = unit > FAR ? 0.85 : 1;
  svg.style.setProperty("--ms-unit", unit.toFixed(3));
  svg.style.setProperty("--ms-type", (unit * type).toFixed(3));
  svg.style.setProperty("--ms-mark", mark.toFixed(3));
  svg.classList.toggle("is-near", near);
  svg.classList.toggle("is-far", type < 1);
  svg.classList.add("is-written");
  writeNames(svg, { unit, mark, type, whole: camera.place("whole"), near });
}

// A link to a town shows it on the map.
function onClick(event) {
  const link = event.target.closest?.("#ms [data-look]");
  const town = link && document.getElementById(`case-${link.dataset.look}`);
  if (!town) return;
  const [x, y] = town
    .getAttribute("transform")
    .match(/-?[\d.]+/g)
    .map(Number);
  camera.centreOn(x, y);
  event.preventDefault();
  frame().scrollIntoView({ block: "nearest" });
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
    town.animate([{ opacity: 1 }, { opacity: 0.1 }, { opacity: 1 }], { duration: 500, iterations: 3 });
}
