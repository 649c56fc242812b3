// Forms that are judged as one types: what is unfolded stays so, and an answer that comes late never undoes what was typed since.
let edits = 0;

if (window.Idiomorph) {
  window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
}

const judged = (event) => event.target.closest?.("[data-judged]");
// Only a check may be dropped: the change that made it stale sends another. A verb has done something.
const mere = (event) => ["", "check"].includes(String(event.detail.requestConfig?.parameters?.verb ?? ""));

document.addEventListener("input", (event) => { if (judged(event)) edits += 1; });
document.addEventListener("htmx:beforeRequest", (event) => { if (judged(event)) event.detail.xhr.edits = edits; });
document.addEventListener("htmx:beforeSwap", (event) => {
  const sent = event.detail.xhr.edits;
  if (sent !== undefined && sent !== edits && mere(event)) event.detail.shouldSwap = false;
});
