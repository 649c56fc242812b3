// "Step n is there": one socket for the whole page, which only says when to look again. Losing it costs a refresh, never a move.
const QUICKEST = 250; // milliseconds before another try
const SPREAD = 2000; // and up to so many more: pages that were cut off together do not come back in one instant
const SLOWEST = 30000;
const STOOD = 10000; // a connection that lived this long was a good one
const LOOK_AGAIN = 10000;
const REFUSED = [4400, 4401];

const followers = new Map(); // by topic: who wants to know
let socket = null;
let spread = SPREAD;
let waiting = 0;
let cameBefore = false;

export function follow(topics, onNews) {
  for (const topic of topics) followers.set(topic, [...(followers.get(topic) ?? []), onNews]);
  if (!socket) open();
  else if (socket.readyState === WebSocket.OPEN) ask(topics);
}

function open() {
  clearTimeout(waiting);
  waiting = 0;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  socket = new WebSocket(`${scheme}//${location.host}/ws/`);
  let opened = Infinity;
  socket.addEventListener("open", () => {
    opened = Date.now();
    ask([...followers.keys()]);
    document.documentElement.dataset.live = "on";
    if (cameBefore) lookAgain();
    cameBefore = true;
  });
  socket.addEventListener("message", (event) => {
    const news = JSON.parse(event.data);
    for (const tell of followers.get(news.topic) ?? []) tell(news);
  });
  socket.addEventListener("close", (event) => {
    document.documentElement.dataset.live = "off";
    if (REFUSED.includes(event.code)) return;
    spread = Date.now() - opened > STOOD ? SPREAD : Math.min(spread * 2, SLOWEST);
    waiting = setTimeout(open, QUICKEST + Math.random() * spread);
  });
}

function ask(topics) {
  socket.send(JSON.stringify({ follow: topics }));
}

// After a gap the server tells the step; what changed without a step (a sealed order, a seat, a deadline) is looked up a little
// later, each page at a moment of its own.
function lookAgain() {
  setTimeout(() => {
    for (const tell of new Set([...followers.values()].flat())) tell({});
  }, Math.random() * LOOK_AGAIN);
}

// The network is back, or the reader is: no more waiting.
function hurry() {
  if (waiting && !document.hidden) open();
}
document.addEventListener("visibilitychange", hurry);
window.addEventListener("online", hurry);
