// Menus are <details>: they open without us. We close them on Escape, on a click elsewhere, and when another
// opens.
export function startMenus() {
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.querySelector(".menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
}
