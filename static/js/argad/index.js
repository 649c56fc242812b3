// The table top of Argad!: camera, choice of men and paths, tape and rings, the film. Without it the forms do it all.
import { startCamera, refreshCamera } from "./camera.js";
import { startTools, refreshTools } from "./tools.js";
import { startMinimap, refreshMinimap } from "./minimap.js";
import { startFilm, refreshFilm } from "./film.js";

const open = new Set();
document.addEventListener("toggle", (event) => {
  const fold = event.target;
  if (!fold.id || !fold.closest?.(".ag")) return;
  if (fold.open) open.add(fold.id); else open.delete(fold.id);
}, true);

function refresh() {
  if (!document.getElementById("ag-svg")) return;
  for (const id of open) {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  }
  refreshCamera();
  refreshTools();
  refreshMinimap();
  refreshFilm();
}

if (document.getElementById("ag-svg")) {
  startCamera();
  startTools();
  startMinimap();
  startFilm();
  refresh();
}
document.body.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.("#ag-odds")) return;
  refresh();
});
