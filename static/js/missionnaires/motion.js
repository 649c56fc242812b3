// What has just happened is shown once, in its order: cards turn over, pieces walk along their way. Any press
// skips it.
const STILL = "missionnaires-still";
const PACE = 0.16; // units of the drawing a millisecond
const CARD = 2200; // milliseconds for a card to turn over and be read
const MOST_BEATS = 14;

let seen = null; // the last step whose ways have been shown
let running = null; // what is being played

export function startMotion() {
  seen = step();
  showSwitch();
  for (const moment of ["htmx:afterSwap", "htmx:afterSettle"])
    document.body.addEventListener(moment, () => {
      showSwitch();
      resume();
      news();
    });
  document.addEventListener("pointerdown", skip);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") skip();
  });
  document.addEventListener("click", onClick);
}

const step = () => Number(document.getElementById("table")?.dataset.step ?? -1);
const isStill = () => {
  try {
    return localStorage.getItem(STILL) === "1";
  } catch {
    return false;
  }
};
const mayMove = () => !isStill() && !matchMedia("(prefers-reduced-motion: reduce)").matches;

function onClick(event) {
  const again = event.target.closest?.("[data-again]");
  if (again) play(beatsOf((n) => n === Number(again.dataset.again)));
  if (!event.target.closest?.("#ms-motion")) return;
  try {
    localStorage.setItem(STILL, isStill() ? "0" : "1");
  } catch {
    /* a browser that keeps nothing */
  }
  showSwitch();
}

function showSwitch() {
  document.documentElement.classList.toggle("ms-still", isStill());
  document.getElementById("ms-motion")?.setAttribute("aria-pressed", String(!isStill()));
}

function news() {
  const now = step();
  const before = seen;
  seen = now;
  if (now > before) play(beatsOf((n) => n > before));
}

// The page was drawn anew in the middle of it: what has not moved yet goes back to where it starts.
function resume() {
  if (!running) return;
  document.getElementById("ms-frame").dataset.playing = "yes";
  for (const track of running.left) if (track.isConnected) put(pieceOf(track), track.getPointAtLength(0));
}

// Ways and cards of the chosen steps, in the order in which they happened.
function beatsOf(wanted) {
  const found = [...document.querySelectorAll("#ms .ms-track, #ms .ms-turn")].filter((beat) =>
    wanted(Number(beat.dataset.n)),
  );
  const order = (beat) => Number(beat.dataset.n) * 1000 + Number(beat.dataset.beat);
  return found.sort((a, b) => order(a) - order(b)).slice(-MOST_BEATS);
}

async function play(beats) {
  skip();
  if (!beats.length || !mayMove()) return;
  const tracks = beats.filter((beat) => beat.classList.contains("ms-track"));
  const alone = beats.every((beat) => tracks.includes(beat) && !pieceOf(beat));
  const mine = { skipped: false, left: [...tracks].reverse(), alone };
  running = mine;
  resume();
  for (const beat of beats) {
    if (mine.skipped) break;
    mine.left = mine.left.filter((track) => track !== beat);
    await (beat.classList.contains("ms-turn") ? turn(beat, mine) : walk(beat, mine));
  }
  if (running === mine) running = null;
  rest(tracks);
}

function skip() {
  if (running) running.skipped = true;
  running = null;
  for (const piece of document.querySelectorAll("#ms-map .ms-piece")) home(piece);
  for (const card of document.querySelectorAll("#ms .is-turning")) card.classList.remove("is-turning");
  document.getElementById("ms-held")?.remove();
  document.getElementById("ms-stand-in")?.remove();
  delete document.getElementById("ms-frame")?.dataset.playing;
}

function rest(tracks) {
  for (const track of tracks) home(pieceOf(track));
  document.getElementById("ms-stand-in")?.remove();
  delete document.getElementById("ms-frame")?.dataset.playing;
}

// A companion walks with his missionary, and has no piece of his own.
const pieceOf = (track) => document.getElementById(`piece-${track.dataset.piece}`);
const put = (piece, point) =>
  piece?.setAttribute("transform", `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})`);
const home = (piece) => piece && put(piece, { x: Number(piece.dataset.x), y: Number(piece.dataset.y) });

async function turn(card, mine) {
  const held = holdUp(card);
  card.classList.add("is-turning");
  await wait(CARD, mine);
  card.classList.remove("is-turning");
  held.remove();
}

// The cards lie below the map: a copy is held up before the eyes, outside the table so that a redrawn page
// leaves it alone.
function holdUp(card) {
  const held = document.createElement("div");
  held.id = "ms-held";
  held.className = "ms-held ms-turn is-turning";
  held.setAttribute("aria-hidden", "true"); // the list of cards tells it
  held.append(...[...card.children].map((part) => part.cloneNode(true)));
  document.body.append(held);
  return held;
}

// Who has left the board since walks his way once more as a mere mark.
function standIn() {
  const known = document.getElementById("ms-stand-in");
  if (known) return known;
  const pieces = document.querySelector("#ms-map .ms-pieces");
  const mark = document.createElementNS(pieces.namespaceURI, "circle");
  mark.id = "ms-stand-in";
  mark.setAttribute("class", "ms-stand-in");
  mark.setAttribute("r", "6");
  pieces.append(mark);
  return mark;
}

function walk(track, mine) {
  const piece = pieceOf(track) ?? (mine.alone ? standIn() : null);
  const length = track.getTotalLength();
  if (!piece || !length) return Promise.resolve();
  const lasts = Math.min(1600, Math.max(350, length / PACE));
  return new Promise((done) => {
    const start = performance.now();
    const frame = (now) => {
      if (mine.skipped || !piece.isConnected) return done();
      const part = Math.min(1, (now - start) / lasts);
      put(piece, track.getPointAtLength(length * part * part * (3 - 2 * part)));
      if (part < 1) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
}

function wait(milliseconds, mine) {
  return new Promise((done) => {
    const start = performance.now();
    const look = (now) =>
      mine.skipped || now - start >= milliseconds ? done() : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
}
