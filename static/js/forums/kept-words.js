// What is being written stays in this tab until it is sent: a session that ended, the back button or a page
// left by mistake cost no words. Nothing outlives the tab, and nobody else who enters in it gets them.
const PREFIX = "kalan:words:";
const SENT = ":sent";

const reader = () => document.getElementById("waiting")?.dataset.topic ?? "";
const store = () => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
};

export function keepWords(area) {
  const kept = store();
  if (!kept || !area.form || !reader()) return;
  const path = new URL(area.form.getAttribute("action") || location.pathname, location.href).pathname;
  const place = `${PREFIX}${reader()}:${path}:${area.name}`;
  const words = kept.getItem(place);
  if (words && !area.value.trim()) bringBack(area, words, kept, place);
  kept.removeItem(place + SENT);
  area.addEventListener("input", () =>
    area.value.trim() ? kept.setItem(place, area.value) : kept.removeItem(place),
  );
  area.form.addEventListener("submit", (event) => {
    if (event.submitter?.name !== "preview") kept.setItem(place + SENT, path);
  });
}

// A form that was sent and led to another page, or to a place on its own, was accepted: its words are where
// they belong. Led to the door and back to itself, it was not.
export function forgetSentWords() {
  const kept = store();
  for (const key of Object.keys(kept ?? {})) {
    if (!key.startsWith(PREFIX) || !key.endsWith(SENT)) continue;
    if (kept.getItem(key) === location.pathname && !location.hash) continue;
    kept.removeItem(key);
    kept.removeItem(key.slice(0, -SENT.length));
  }
}

function bringBack(area, words, kept, place) {
  area.value = words;
  const said = document.createElement("p");
  said.className = "hint kept-words";
  said.setAttribute("role", "status");
  const empty = document.createElement("button");
  empty.type = "button";
  empty.className = "link-button";
  empty.textContent = "Les effacer";
  empty.addEventListener("click", () => {
    area.value = "";
    kept.removeItem(place);
    said.remove();
    area.focus();
  });
  said.append("Vos mots de tout à l’heure sont revenus. ", empty);
  area.after(said);
}
