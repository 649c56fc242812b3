// What a finger that drags does on the table: nothing special (it pans), measures, draws a lasso, or draws a
// zone.
let tool = "";
let field = ""; // the field that a drawn zone fills

export const mode = () => tool;
export const zoneField = () => field;

export function setMode(name, into = "") {
  [tool, field] = tool === name && field === into ? ["", ""] : [name, into];
  showMode();
}

export function showMode() {
  const svg = document.getElementById("ag-svg");
  if (svg) svg.dataset.mode = tool;
  for (const name of ["measure", "lasso"])
    document.querySelector(`[data-tool="${name}"]`)?.setAttribute("aria-pressed", String(tool === name));
  for (const button of document.querySelectorAll("[data-zone]"))
    button.setAttribute("aria-pressed", String(tool === "zone" && button.dataset.zone === field));
}
