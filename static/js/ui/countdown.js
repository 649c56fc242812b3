// <time data-countdown>: the server wrote what remained; we keep it true, in the same words as templatetags/ui.py.
const SOON = 60 * 60 * 1000;

export function startCountdowns() {
  const tick = () => document.querySelectorAll("[data-countdown]").forEach(refresh);
  tick();
  setInterval(tick, 15000);
  document.addEventListener("htmx:afterSettle", tick);
}

function refresh(element) {
  const left = new Date(element.dateTime) - Date.now();
  const words = timeLeft(left);
  if (element.textContent !== words) element.textContent = words;
  element.classList.toggle("is-soon", left < SOON);
}

function timeLeft(milliseconds) {
  const minutes = Math.floor(milliseconds / 60000);
  if (minutes < 0) return "échu";
  if (minutes >= 2880) return `${Math.floor(minutes / 1440)} j ${Math.floor((minutes % 1440) / 60)} h`;
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
  return `${Math.max(1, minutes)} min`;
}
