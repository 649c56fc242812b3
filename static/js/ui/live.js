// "Step n is there": one socket for the whole page, which only says when to look again. Losing it costs a refresh, never a move.
// An element follows what its data-topic names, and hears "live:news": hx-trigger="live:news" has it fetched again.
const QUICKEST = 250; // milliseconds before another try
const SPREAD = 2000; // and up to so many more: pages that were cut off together do not come back in one instant
const SLOWEST = 30000;
const STOOD = 10000; // a connection that lived this long was a good one
const LOOK_AGAIN = 10000;
const REFUSED = [4400, 4401];

const followed = new Set(); // topics
let socket = null;
let spread = SPREAD;
let waiting = 0;
let cameBefore = false;

export function startLive() {
  for (const { dataset } of document.querySelectorAll("[data-topic]")) followed.add(dataset.topic);
  if (followed.size) open();
}

function open() {
  clearTimeout(waiting);
  waiting = 0;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/ws/`);
  let opened = Infinity;
  socket.addEventListener("open", () => {
    opened = Date.now();
    socket.send(JSON.stringify({ follow: [...followed] }));
    document.documentElement.dataset.live = "on";
    if (cameBefore) lookAgain();
    cameBefore = true;
  });
  socket.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    tell(news.topic, news);
  });
  socket.addEventListener("close", (event) => {
    document.documentElement.dataset.live = "off";
    if (REFUSED.includes(event.code)) return;
    spread = Date.now() - opened > STOOD ? SPREAD : Math.min(spread * 2, SLOWEST);
    waiting = setTimeout(open, QUICKEST + Math.random() * spread);
  });
}

function tell(topic, news) {
  for (const element of document.querySelectorAll(`[data-topic="${CSS.escape(topic)}"]`))
    element.dispatchEvent(new CustomEvent("live:news", { bubbles: true, detail: news }));
}

// After a gap the server tells the step; what changed without a step (a sealed order, a seat, a deadline) is looked up a little
// later, each page at a moment of its own.
function lookAgain() {
  setTimeout(() => {
    for (const topic of followed) tell(topic, {});
  }, Math.random() * LOOK_AGAIN);
}

// The network is back, or the reader is: no more waiting.
function hurry() {
  if (waiting && !document.hidden) open();
}
document.addEventListener("visibilitychange", hurry);
window.addEventListener("online", hurry);
