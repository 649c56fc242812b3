// Messages stay until they are read: nothing disappears by itself. `say` adds one from a script.
export function startToasts() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (button) button.closest(".toast").remove();
  });
  document.addEventListener("toast", (event) => say(event.detail.text, event.detail.level));
  document.addEventListener("htmx:sendError", unsent);
  document.addEventListener("htmx:responseError", unsent);
}

// What was sent and not answered as it should be: said, unless the answer itself says why. A lost refresh needs no words.
function unsent(event) {
  if (event.detail.requestConfig?.verb === "get" || event.detail.xhr?.getResponseHeader("HX-Trigger")) return;
  const words = document.getElementById("toasts").dataset.unsent;
  const told = [...document.querySelectorAll("#toasts .toast-text")].some((one) => one.textContent === words);
  if (!told) say(words, "error");
}

export function say(text, level = "info") {
  const area = document.getElementById("toasts");
  let list = area.querySelector("ul");
  if (!list) {
    list = document.createElement("ul");
    area.append(list);
  }
  const item = document.createElement("li");
  item.className = `toast toast-${level}`;
  const words = document.createElement("p");
  words.className = "toast-text";
  words.textContent = text;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button button-quiet button-small button-icon toast-close";
  close.dataset.dismiss = "";
  close.setAttribute("aria-label", area.dataset.close);
  close.textContent = "×";
  item.append(words, close);
  list.append(item);
}
