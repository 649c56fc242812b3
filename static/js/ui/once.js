// A form is sent once: a second click while the answer is on its way does nothing. What htmx sends minds this
// by itself.
// Milliseconds: an answer that is a file, or that never comes, leaves the page as it was.
const AGAIN_AFTER = 15000;

export function startOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    setTimeout(() => delete form.dataset.sent, AGAIN_AFTER);
  });
  // Back to a page that the browser kept.
  window.addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  });
}
