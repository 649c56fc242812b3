// data-opens="id" opens a <dialog>, data-closes closes the one it is in. The browser keeps the focus inside.
export function startDialogs() {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    const dialog = opener && document.getElementById(opener.dataset.opens);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
      return;
    }
    if (event.target.closest("[data-closes]")) event.target.closest("dialog").close();
    else if (event.target.matches("dialog")) event.target.close();
  });
}
