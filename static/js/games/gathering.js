// The waiting room: who sits down or leaves is seen by all, and the game opens before everybody when it begins.
import { follow } from "../live.js";

const room = document.getElementById("gathering");
const FIRST_LOOK = 2000; // milliseconds
let asking = false;
let again = false;
let begun = false;

async function refresh() {
  if (begun) return;
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { "X-Requested-With": "fetch" } });
    begun = answer.redirected;
    if (begun) location.assign(answer.url);
    else if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    /* the next news will do */
  } finally {
    asking = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

// A part in which the reader is writing or choosing stays as it is.
function show(page) {
  for (const part of document.querySelectorAll("[data-room]")) {
    const fresh = page.querySelector(`[data-room="${part.dataset.room}"]`);
    if (fresh && !part.contains(document.activeElement)) part.replaceWith(fresh);
  }
}

if (room) {
  follow([room.dataset.topic], refresh);
  setTimeout(refresh, FIRST_LOOK); // somebody may have come while the line was being opened
}
