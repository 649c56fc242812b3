// Light, dark or as the system says. The cookie lets the server draw the right page next time.
const YEAR = 60 * 60 * 24 * 365;

export function startTheme() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-switch] button");
    if (!button) return;
    event.preventDefault();
    choose(button.value);
  });
}

function choose(theme) {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const button of document.querySelectorAll("[data-theme-switch] button")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}
