// A card carried by mouse, pen or finger to where it may go. Each landing stands for a button that is there anyway, so that
// the rules, the questions before something is revealed and the keyboard stay the same. A finger first rests on the card.
const FAR = 6; // pixels before a press becomes a drag
const REST = 280; // milliseconds a finger rests before it lifts the card
const EDGE = 56; // pixels from the edge of the window where it scrolls along

// Where each choice lands: a zone (data-drop), or a card of the other row, whose own button then makes the second half.
const WAYS = {
  play: { zone: "city" },
  take: { zone: "city" },
  refill: { zone: "hand" },
  board_to_hand: { zone: "hand" },
  discard_to_hand: { zone: "hand" },
  flush_board: { zone: "discard" },
  discard_down: { zone: "discard" },
  caveau_discard: { onto: "#th-board .th-card", second: "caveau_board" },
  caveau_board: { zone: "discard" },
  swap_from_board: { onto: "#th-hand .th-card", second: "swap" },
};
const SWAPS = { "th-hand": { onto: "#th-board .th-card", second: "swap" }, "th-board": { zone: "hand" } };

let pressed = null; // a press that may become a drag
let held = null; // the card being carried
let second = null; // the other half of what was dropped

const table = () => document.getElementById("th");
const button = (verb, id) =>
  document.querySelector(`#table .choices button[data-verb="${verb}"][data-id="${CSS.escape(id)}"]`);

function waysOf(card) {
  const own = [...card.querySelectorAll(".choices button[data-verb]")];
  const row = card.closest("#th-hand, #th-board")?.id;
  return own
    .map((go) => ({ go, ...(go.dataset.verb === "swap" ? SWAPS[row] : WAYS[go.dataset.verb]) }))
    .filter((way) => way.zone || way.onto);
}

export function prepareDrag() {
  drop();
  for (const card of document.querySelectorAll("#th :is(.th-card, .th-mini)"))
    card.classList.toggle("can-drag", waysOf(card).length > 0);
}

function finishSecond() {
  const wanted = second;
  second = null;
  if (wanted) button(wanted.verb, wanted.id)?.click();
}

function lift(event) {
  const { card, x, y } = pressed;
  const place = card.getBoundingClientRect();
  const ghost = card.querySelector(".th-face, .th-plain").cloneNode(true);
  ghost.classList.add("th-ghost", ...[...card.classList].filter((name) => name.startsWith("type-")));
  ghost.style.width = `${Math.min(place.width, 160)}px`;
  table().append(ghost);
  held = {
    card,
    ghost,
    dx: Math.min(x - place.left, 150),
    dy: Math.min(y - place.top, 180),
    ways: waysOf(card),
    x,
    y,
  };
  card.classList.add("is-lifted");
  table().classList.add("is-dragging");
  for (const way of held.ways) for (const zone of zonesOf(way)) zone.classList.add("can-land");
  pressed = null;
  carry(event);
}

const zonesOf = (way) => document.querySelectorAll(way.zone ? `#th [data-drop="${way.zone}"]` : way.onto);

function carry(event) {
  held.x = event.clientX;
  held.y = event.clientY;
  held.ghost.style.transform = `translate(${held.x - held.dx}px, ${held.y - held.dy}px) rotate(-2deg)`;
  const aim = landing();
  for (const zone of document.querySelectorAll("#th .is-landing"))
    if (zone !== aim?.zone) zone.classList.remove("is-landing");
  aim?.zone.classList.add("is-landing");
  if (!held.scrolling) scrollAlong();
}

// What lies under the pointer, and the choice it stands for.
function landing() {
  const under = document.elementFromPoint(held.x, held.y);
  for (const way of held.ways) {
    const zone = under?.closest(way.zone ? `#th [data-drop="${way.zone}"]` : way.onto);
    if (zone) return { way, zone };
  }
  return null;
}

function scrollAlong() {
  if (!held) return;
  const step = held.y < EDGE ? -10 : held.y > innerHeight - EDGE && !landing() ? 10 : 0;
  held.scrolling = step !== 0;
  if (!step) return;
  scrollBy(0, step);
  requestAnimationFrame(() => {
    if (held) {
      held.scrolling = false;
      scrollAlong();
    }
  });
}

function drop() {
  clearTimeout(pressed?.timer);
  pressed = null;
  if (!held) return;
  held.ghost.remove();
  held.card.classList.remove("is-lifted");
  table()?.classList.remove("is-dragging");
  for (const zone of document.querySelectorAll("#th :is(.can-land, .is-landing)"))
    zone.classList.remove("can-land", "is-landing");
  held = null;
}

// The click that ends a drag is no click; those that the landing makes are.
function swallowClick() {
  const swallow = (event) => {
    if (event.isTrusted) {
      event.stopPropagation();
      event.preventDefault();
    }
  };
  document.addEventListener("click", swallow, true);
  setTimeout(() => document.removeEventListener("click", swallow, true), 0);
}

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest?.("#th .can-drag");
  if (!card || !event.isPrimary || event.button !== 0 || event.target.closest("button, a, summary, input"))
    return;
  pressed = { card, x: event.clientX, y: event.clientY, finger: event.pointerType === "touch" };
  if (pressed.finger)
    pressed.timer = setTimeout(() => {
      if (pressed) lift(event);
    }, REST);
});

document.addEventListener("pointermove", (event) => {
  if (held) return carry(event);
  if (!pressed || Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < FAR) return;
  if (pressed.finger) drop();
  else lift(event);
});

document.addEventListener("pointerup", () => {
  const aim = held && landing();
  if (held) swallowClick();
  drop();
  if (!aim) return;
  if (aim.way.second) second = { verb: aim.way.second, id: `card:${aim.zone.dataset.cid}` };
  aim.way.go.click();
});

document.addEventListener("pointercancel", drop);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") drop();
});
document.addEventListener(
  "touchmove",
  (event) => {
    if (held) event.preventDefault();
  },
  { passive: false },
);
document.addEventListener("contextmenu", (event) => {
  if (held || pressed?.finger) event.preventDefault();
});

document.body.addEventListener("htmx:afterSettle", () => {
  prepareDrag();
  finishSecond();
});
prepareDrag();
