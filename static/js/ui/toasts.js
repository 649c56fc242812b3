// Messages stay until they are read: nothing disappears by itself. `alarm` adds one over the page; said
// twice, it stands once.
export function startToasts() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-dismiss]");
    if (button) button.closest(".toast").remove();
  });
  // An answer's own words, by HX-Trigger.
  document.addEventListener("toast", (event) => alarm(event.detail.text));
}

export function alarm(text) {
  const list = document.querySelector("#alarms ul");
  for (const said of list.querySelectorAll(".toast-text"))
    if (said.textContent === text) said.closest(".toast").remove();
  const item = document.getElementById("alarm").content.firstElementChild.cloneNode(true);
  item.querySelector(".toast-text").textContent = text;
  list.append(item);
}
