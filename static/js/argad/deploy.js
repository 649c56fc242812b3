// Setting up: a man is touched, then the place where he is to stand.
import { cm } from "./men.js";

let held = "";

export function deploy(found, spot) {
  if (found?.classList.contains("is-mine")) {
    held = held === found.dataset.fig ? "" : found.dataset.fig;
    for (const one of document.querySelectorAll("#ag-figs .ag-fig"))
      one.classList.toggle("is-chosen", one.dataset.fig === held);
    return;
  }
  const field = document.querySelector(`[data-at="${CSS.escape(held)}"]`);
  if (!field) return;
  field.value = `${cm(spot.x)}/${cm(spot.y)}`;
  held = "";
  document.querySelector('#ag-form [name="try"]').click();
}
