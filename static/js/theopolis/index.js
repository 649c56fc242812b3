// The table of Theopolis: what is unfolded stays so, animations can be skipped, a card may be dragged where it goes.
const table = () => document.getElementById("table");
const unfolded = new Set();

document.addEventListener("toggle", (event) => {
  const fold = event.target;
  if (!fold.id || !fold.closest?.(".th")) return;
  if (fold.open) unfolded.add(fold.id); else unfolded.delete(fold.id);
}, true);

function unfold() {
  for (const id of unfolded) {
    const fold = document.getElementById(id);
    if (fold && !fold.open) fold.open = true;
  }
}

// Any key or touch ends what is still moving.
function skip() {
  for (const animation of table()?.getAnimations({ subtree: true }) ?? []) {
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  }
}
document.addEventListener("pointerdown", skip);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") skip(); });

// Drag a card of the hand to the city (play) or onto a board card (swap): each stands for buttons that are there anyway.
let held = null;
let wanted = null;
const press = (verb, id) => document.querySelector(`#table .choices button[data-verb="${verb}"][data-id="${id}"]`);

function makeDraggable() {
  for (const card of document.querySelectorAll("#th-hand .th-card")) {
    const id = `card:${card.dataset.cid}`;
    card.draggable = Boolean(press("play", id) || press("swap", id));
  }
}

document.addEventListener("dragstart", (event) => {
  const card = event.target.closest?.("#th-hand .th-card");
  if (!card) return;
  held = `card:${card.dataset.cid}`;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", held);
});

function landing(event) {
  if (!held) return null;
  const onto = event.target.closest?.("#th-board .th-card");
  if (onto && press("swap", held)) return () => { wanted = `card:${onto.dataset.cid}`; press("swap", held).click(); };
  const play = event.target.closest?.(".th-city.is-mine") && press("play", held);
  return play ? () => play.click() : null;
}
document.addEventListener("dragover", (event) => { if (landing(event)) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  const act = landing(event);
  if (!act) return;
  event.preventDefault();
  act();
});
document.addEventListener("dragend", () => { held = null; });

document.body.addEventListener("htmx:afterSettle", () => {
  unfold();
  makeDraggable();
  if (wanted) {
    const button = press("swap", wanted);
    wanted = null;
    button?.click();
  }
});
makeDraggable();
