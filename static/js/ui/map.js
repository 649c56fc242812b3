// The camera of every map: pan, zoom by wheel, pinch, buttons and keys, fit, centre, bounds. It moves the
// viewBox of an <svg> and nothing else; what keeps its size on the screen is the game's affair, which hears
// of every move. Without this module the whole map is simply shown.
//
//   const camera = new Camera(() => frame, () => svg); // or a class of the game's own that extends it
//   camera.wake(); // and after every swap: the drawing may be new, the part looked at is not
//
// The frame says what its buttons show: <figure data-whole="0 0 640 340"> … <button data-zoom="whole">, or
// "in" and "out".
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

function boxOf(text) {
  const [x, y, w, h] = text.split(" ").map(Number);
  return { x, y, w, h };
}

export class Camera {
  box = null; // the part that is shown
  unit = 1; // units of the drawing for one pixel
  most = Infinity; // the same, when all that may be seen is seen
  touched = false; // somebody chose what to look at
  #pointers = new Map();
  #start = null; // where the press began, and what was shown then
  #dragged = false;
  #pinch = 0;
  #hands = {
    pointerdown: (event) => this.#press(event),
    dragstart: (event) => event.preventDefault(),
    wheel: (event) => this.#wheel(event),
    dblclick: (event) => this.#twice(event),
  };
  #room = new ResizeObserver(() => this.svg() && this.stay()); // also when the style arrives after the script

  // --- what a map may do in its own way

  drag = 5; // pixels before a press becomes a drag
  held = "is-dragged"; // the class of a drawing that is being dragged
  closer = 0.7; // what the buttons make of the part that is seen
  farther = 1.4;
  double = 0.6; // and a double click; 1: it means something else
  zooms = 8; // how many times nearer than the whole map one may come
  keys = null; // { on: selector, closer, farther, pan: the share of the width that an arrow moves, or 0 }

  // The drawing and what stands around it with the buttons, as the page has them now.
  constructor(frame, svg) {
    this.frame = frame;
    this.svg = svg;
    this.#listen();
  }

  // What a button shows.
  place(name) {
    return boxOf(this.frame().dataset[name]);
  }

  // The least and the most units for one pixel.
  range(width, height) {
    const whole = this.place("whole");
    const most = Math.max(whole.w / width, whole.h / height);
    return [most / this.zooms, most];
  }

  // Where the middle may be. Nothing beyond the edge of the map is shown if it can be avoided.
  bound(middle, seen) {
    const { x, y, w, h } = this.place("whole");
    return { x: within(middle.x, seen.w, x, w), y: within(middle.y, seen.h, y, h) };
  }

  // At first, and when the room for the drawing has changed.
  stay() {
    this.show(this.box ?? this.place("whole"));
  }

  mayPan() {
    return true;
  }

  // Whether a wheel is meant for the map: without a key it scrolls the page.
  minds(event) {
    return event.ctrlKey || event.metaKey;
  }

  turn(delta) {
    return Math.exp(clamp(delta, -120, 120) * 0.0022);
  }

  // The part looked at has changed.
  onLook() {}

  // A press has ended where it began. The click that may follow stands where the browser thinks it was meant,
  // some pixels away, and after a slow finger there is none.
  onTap() {}

  // --- looking

  wake() {
    const svg = this.svg();
    if (!svg) return;
    for (const [kind, hand] of Object.entries(this.#hands))
      svg.addEventListener(kind, hand, { passive: false }); // on a drawing that is known it stays one
    this.#room.observe(svg);
    this.stay();
  }

  // The smallest part of the map in the proportions of the screen that holds the wanted one, within what may
  // be seen.
  show(wanted) {
    const svg = this.svg();
    const { clientWidth: width, clientHeight: height } = svg ?? {};
    if (!wanted || !width || !height) return;
    const [least, most] = this.range(width, height);
    this.unit = clamp(Math.max(wanted.w / width, wanted.h / height), least, most);
    this.most = most;
    const seen = { w: this.unit * width, h: this.unit * height };
    const middle = this.bound({ x: wanted.x + wanted.w / 2, y: wanted.y + wanted.h / 2 }, seen);
    this.box = { x: middle.x - seen.w / 2, y: middle.y - seen.h / 2, ...seen };
    svg.setAttribute("viewBox", [this.box.x, this.box.y, seen.w, seen.h].map((n) => n.toFixed(1)).join(" "));
    this.onLook();
  }

  // What the reader asks to see.
  look(wanted) {
    this.touched = true;
    this.show(wanted);
  }

  goTo(name) {
    this.look(this.place(name));
  }

  centreOn(x, y) {
    if (this.box) this.look({ ...this.box, x: x - this.box.w / 2, y: y - this.box.h / 2 });
  }

  // By the middle, or so that a point stays where it is.
  zoom(factor, at = this.#middle()) {
    const { clientWidth, clientHeight } = this.svg();
    const [least, most] = this.range(clientWidth, clientHeight);
    const k = clamp(this.unit * factor, least, most) / this.unit;
    const { x, y, w, h } = this.box;
    this.look({ x: at.x - (at.x - x) * k, y: at.y - (at.y - y) * k, w: w * k, h: h * k });
  }

  // The point of the drawing under a pointer.
  at(event) {
    const area = this.svg().getBoundingClientRect();
    return {
      x: this.box.x + (event.clientX - area.left) * this.unit,
      y: this.box.y + (event.clientY - area.top) * this.unit,
    };
  }

  #middle() {
    return { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 };
  }

  // --- hands

  #listen() {
    document.addEventListener("pointermove", (event) => this.#move(event));
    document.addEventListener("pointerup", (event) => this.#release(event));
    document.addEventListener("pointercancel", (event) => this.#release(event));
    document.addEventListener("click", (event) => this.#button(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    // Before anybody takes it for a choice.
    window.addEventListener("click", (event) => this.#endDrag(event), true);
  }

  #press(event) {
    if (event.button || !this.box) return;
    this.#pointers.set(event.pointerId, event);
    this.#dragged = this.#pointers.size > 1;
    this.#begin(event);
    this.#pinch = this.#gap();
  }

  #begin(event) {
    this.#start = event && { x: event.clientX, y: event.clientY, box: this.box };
  }

  #move(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    this.#pointers.set(event.pointerId, event);
    if (this.#pointers.size > 1) {
      this.#pinched(event);
      return;
    }
    const dx = event.clientX - this.#start.x;
    const dy = event.clientY - this.#start.y;
    if (!this.#dragged && Math.hypot(dx, dy) < this.drag) return;
    const begins = !this.#dragged;
    this.#dragged = true;
    if (!this.mayPan()) return;
    if (begins) this.#hold(event);
    const { box } = this.#start;
    this.look({ ...box, x: box.x - dx * this.unit, y: box.y - dy * this.unit });
  }

  #hold(event) {
    const svg = this.svg();
    svg.setPointerCapture(event.pointerId);
    svg.classList.add(this.held);
  }

  #pinched(event) {
    if (!this.mayPan()) return;
    const now = this.#gap();
    const [a, b] = [...this.#pointers.values()];
    const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
    if (this.#pinch && now) this.zoom(this.#pinch / now, this.at(middle));
    this.#pinch = now;
    this.#begin(event);
  }

  #gap() {
    const [a, b] = [...this.#pointers.values()];
    return b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  }

  #release(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    this.#pinch = 0;
    this.#begin([...this.#pointers.values()][0]);
    this.svg()?.classList.remove(this.held);
    if (event.type === "pointerup" && !this.#dragged) this.onTap(event);
  }

  // A drag that ends on a town chooses nothing.
  #endDrag(event) {
    if (this.#dragged && event.detail && this.svg()?.contains(event.target)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    this.#dragged = false;
  }

  #wheel(event) {
    if (!this.box || !this.minds(event)) return;
    event.preventDefault();
    this.zoom(this.turn(event.deltaY), this.at(event));
  }

  #twice(event) {
    if (this.box && this.double !== 1) this.zoom(this.double, this.at(event));
  }

  #button(event) {
    const how = event.target.closest?.("[data-zoom]");
    if (!how || !this.box || !this.frame()?.contains(how)) return;
    this.#obey(how.dataset.zoom, this);
  }

  #obey(how, { closer, farther }) {
    if (how === "in") this.zoom(closer);
    else if (how === "out") this.zoom(farther);
    else this.goTo(how);
  }

  #key(event) {
    const { keys } = this;
    if (!keys || !this.box || !event.target.matches?.(keys.on)) return;
    const way = keys.pan && WAYS[event.key];
    if (way) this.#step(way, keys.pan * this.box.w);
    else if (KEYS[event.key]) this.#obey(KEYS[event.key], keys);
    else return;
    event.preventDefault();
  }

  #step([x, y], far) {
    this.look({ ...this.box, x: this.box.x + x * far, y: this.box.y + y * far });
  }
}

export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = { "+": "in", "=": "in", "-": "out", 0: "whole" };

// Where the middle of a stretch may be, so that it stays inside; one that is too long stands in the middle.
export function within(middle, seen, start, length) {
  if (seen >= length) return start + length / 2;
  return clamp(middle, start + seen / 2, start + length - seen / 2);
}
