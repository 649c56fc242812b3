// Reading a game again: the arrow keys turn its pages, and each opens where the last one was looked at.
const KEPT = "replay-scroll";
const bar = () => document.getElementById("replay");

try {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  if (kept !== null) window.scrollTo(0, Number(kept));
} catch {
  /* a browser that keeps nothing */
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, String(window.scrollY));
  } catch {
    /* the page then opens at its top */
  }
}

bar()?.addEventListener("click", (event) => {
  if (event.target.closest("a")) keep();
});
bar()?.addEventListener("submit", keep);

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  // The arrows are theirs.
  if (event.target.closest("input, select, textarea, [role=button], [tabindex]:not(main)")) return;
  const link = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (link) bar()?.querySelector(`a[rel=${link}]`)?.click();
});
