// "Step n is there": a socket that only says when to look again. Losing it costs a refresh, never a move.
const SLOWEST = 30000;

export function follow(topics, onNews) {
  let wait = 500;
  let socket = null;
  let stopped = false;

  function open() {
    if (stopped) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/ws/`);
    socket.addEventListener("open", () => {
      wait = 500;
      socket.send(JSON.stringify({ follow: topics }));
      document.documentElement.dataset.live = "on";
    });
    socket.addEventListener("message", (event) => onNews(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      document.documentElement.dataset.live = "off";
      if (event.code === 4401 || event.code === 4400) return;
      setTimeout(open, wait + Math.random() * wait);
      wait = Math.min(wait * 2, SLOWEST);
    });
  }

  open();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && socket && socket.readyState === WebSocket.CLOSED) {
      wait = 500;
      open();
    }
  });
  return () => { stopped = true; socket?.close(); };
}
