// The table top of Argad!: camera, choice of men and paths, tape and rings, the film. Without it the forms do it all.
import { camera } from "./camera.js";
import { startTools, refreshTools } from "./tools.js";
import { startMinimap, refreshMinimap } from "./minimap.js";
import { startFilm, refreshFilm } from "./film.js";

const open = new Set();
let unsaid = ""; // words typed and not yet said: no answer to another form takes them away
document.addEventListener(
  "toggle",
  (event) => {
    const fold = event.target;
    if (!fold.id || !fold.closest?.(".ag")) return;
    if (fold.open) open.add(fold.id);
    else open.delete(fold.id);
  },
  true,
);

function refresh() {
  if (!document.getElementById("ag-svg")) return;
  for (const id of open) {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  }
  camera.wake();
  refreshTools();
  refreshMinimap();
  refreshFilm();
  showRefusal();
}

// Why nothing was sealed is read at once, wherever the page had been scrolled to.
function showRefusal() {
  const refusal = document.getElementById("ag-refused");
  if (!refusal || refusal.dataset.shown) return;
  refusal.dataset.shown = "1";
  refusal.focus();
}

if (document.getElementById("ag-svg")) {
  startTools();
  startMinimap();
  startFilm();
  refresh();
}
// Somebody spoke, nothing else happened: the story grows, and what the reader is filling in stays as it is.
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig, xhr } = event.detail;
  if (
    target.id !== "table" ||
    requestConfig.triggeringEvent?.type !== "live:refresh" ||
    !target.querySelector("[data-filled]")
  )
    return;
  const fresh = new DOMParser().parseFromString(xhr.responseText, "text/html").getElementById("table");
  const deed = fresh?.querySelector("#ag")?.dataset.deed;
  if (
    !deed ||
    fresh.dataset.step === target.dataset.step ||
    deed !== target.querySelector("#ag")?.dataset.deed
  )
    return;
  event.detail.shouldSwap = false;
  for (const part of [".table-state", ".ag-log", "#ag-words-left"]) {
    const next = fresh.querySelector(part);
    if (next) target.querySelector(part)?.replaceWith(next);
  }
  for (const field of target.querySelectorAll('input[name="step"]'))
    field.value = fresh.querySelector('input[name="step"]')?.value ?? field.value;
  target.dataset.step = fresh.dataset.step;
  window.htmx.process(target.querySelector(".table-state"));
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const words = document.getElementById("speech-text");
  unsaid = event.detail.requestConfig.elt?.id === "ag-speech" ? "" : (words?.value ?? "");
});
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.("#ag-odds")) return;
  const words = document.getElementById("speech-text");
  if (words && unsaid && !words.value) words.value = unsaid;
  refresh();
});
