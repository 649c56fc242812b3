// Messages stay until they are read: nothing disappears by itself. `say` adds one from a script.
export function startToasts() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (button) button.closest(".toast").remove();
  });
  document.addEventListener("toast", (event) => say(event.detail.text, event.detail.level));
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
  item.append(words);
  list.append(item);
}
