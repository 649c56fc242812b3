// Forms that are judged as one types (the builder of troops, the editor): what is unfolded stays so, and an
// answer that comes late never undoes what was typed since.
let edits = 0;
let acting = 0; // verbs on their way
let held = null; // the form whose check waits for them

if (window.Idiomorph) {
  window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !(name === "open" && node.tagName === "DETAILS");
}

const judged = (event) => event.target.closest?.("[data-judged]");
// Only a check may be dropped: the change that made it stale sends another. A verb has done something.
const mere = (event) => ["", "check"].includes(String(event.detail.requestConfig?.parameters?.verb ?? ""));

document.addEventListener("input", (event) => {
  if (judged(event)) edits += 1;
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (judged(event)) event.detail.xhr.edits = edits;
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const sent = event.detail.xhr.edits;
  if (sent !== undefined && sent !== edits && mere(event)) event.detail.shouldSwap = false;
});

// Forms keep to their newest request: a check must not take back a verb that is still on its way. It waits
// until the answer is there.
export function act(request) {
  acting += 1;
  const done = () => {
    acting -= 1;
    release();
  };
  request.then(done, done);
  return request;
}

function release() {
  if (acting || !held) return;
  const form = document.getElementById(held);
  held = null;
  form?.dispatchEvent(new Event("edit"));
}

document.addEventListener("htmx:confirm", (event) => {
  if (!acting || !event.detail.triggeringEvent || !judged(event)) return;
  held = judged(event).id;
  event.preventDefault();
});
