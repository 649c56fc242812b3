// The number in the header, kept true while the page stays open: the socket says "look again", the server says what.
import { follow } from "../live.js";

export function startWaiting() {
  const badge = document.getElementById("waiting");
  if (!badge) return;
  let asking = false;

  async function refresh() {
    if (asking) return;
    asking = true;
    try {
      const answer = await fetch(badge.dataset.badge, { headers: { "X-Requested-With": "fetch" } });
      if (!answer.ok) return;
      const fresh = new DOMParser()
        .parseFromString(await answer.text(), "text/html")
        .getElementById("waiting");
      const now = document.getElementById("waiting");
      if (fresh && now) {
        now.replaceChildren(...fresh.childNodes);
        now.hidden = fresh.hidden;
      }
    } finally {
      asking = false;
    }
  }

  follow([badge.dataset.topic], () => refresh());
}
