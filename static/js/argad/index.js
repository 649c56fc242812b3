// The table top of Argad!: camera, choice of men and paths, tape and rings, the film. Without it the forms do
// it all.
import { camera } from "./camera.js";
import { refreshFilm, startFilm } from "./film.js";
import { refreshMinimap, startMinimap } from "./minimap.js";
import { refreshTools, startTools } from "./tools.js";

function refresh() {
  if (!document.getElementById("ag-svg")) return;
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
// Before the new drawing is painted: nothing jumps, and a finger that is quick finds its man.
document.body.addEventListener("htmx:afterSwap", () => camera.wake());
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (!event.target.closest?.("#ag-odds")) refresh();
});
