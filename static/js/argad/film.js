// The film of a step: scenes given by the server, played one after the other on the table. It can be paused, stepped, skipped.
const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
const LENGTHS = { march: 4200, strike: 1700, start: 1600 };
const FILMED = "#ag-figs .ag-fig, #ag-boats .ag-boat";
let scenes = [];
let now = -1; // the scene shown; -1: the position as it stands
let clock = 0; // milliseconds into it
let playing = false;
let last = 0;
let shown = "";

export function startFilm() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-film]");
    if (button) press(button.dataset.film);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && now >= 0) press("end");
  });
  document.addEventListener("submit", () => finish());
}

export function refreshFilm() {
  const data = byId("ag-scenes");
  scenes = data ? JSON.parse(data.textContent) : [];
  const key = `${byId("ag").dataset.code}:${byId("ag").dataset.deed}`;
  if (shown !== key) {
    const fresh = shown !== "" || sessionStorage.getItem("argad-film") !== key;
    shown = key;
    finish();
    if (scenes.length && !byId("ag").dataset.replay) {
      if (fresh && !calm.matches && document.visibilityState === "visible") play();
      sessionStorage.setItem("argad-film", key);
    }
  } else if (now >= 0) draw();
  label();
}

function press(what) {
  if (!scenes.length) return;
  if (what === "play") {
    playing ? stop() : play();
  } else if (what === "end") finish();
  else {
    stop();
    to(what === "next" ? now + 1 : Math.max(0, now - 1));
    if (now >= 0) {
      clock = length();
      draw();
    }
  }
  label();
}

function play() {
  if (now < 0) to(0);
  playing = true;
  last = performance.now();
  label();
  requestAnimationFrame(tick);
}

function stop() {
  playing = false;
  label();
}

function finish() {
  playing = false;
  now = -1;
  clock = 0;
  for (const man of document.querySelectorAll(FILMED)) settle(man);
  byId("ag-reel")?.replaceChildren();
  if (byId("ag-film")) label();
}

function settle(man) {
  man.classList.remove("is-filmed", "is-fallen", "is-unseen");
  man.setAttribute("transform", `translate(${man.dataset.x} ${man.dataset.y})`);
}

function to(n) {
  if (n >= scenes.length) {
    finish();
    return;
  }
  now = n;
  clock = 0;
  caption();
  draw();
}

function tick(time) {
  if (!playing || now < 0) return;
  clock += Math.min(120, time - last);
  last = time;
  if (clock >= length() + 500) {
    to(now + 1);
    if (now < 0) return;
  }
  draw();
  requestAnimationFrame(tick);
}

const length = () => (calm.matches ? 0 : (LENGTHS[scenes[now].kind] ?? (scenes[now].tracks ? 1800 : 1500)));

// Where everybody is at this moment: from the last scene backwards to this one, then along its own tracks.
function draw() {
  const part = length() ? Math.min(1, clock / length()) : 1;
  const places = new Map();
  for (let n = scenes.length - 1; n >= now; n -= 1) {
    for (const [id, track] of Object.entries(scenes[n].tracks ?? {}))
      places.set(id, n > now ? track[0] : along(track, part));
  }
  const fallen = new Set(scenes.slice(0, now).flatMap((scene) => scene.gone ?? []));
  const later = new Set(scenes.slice(now).flatMap((scene) => scene.gone ?? []));
  const unborn = new Set(scenes.slice(part < 0.5 ? now : now + 1).flatMap((scene) => scene.come ?? []));
  for (const man of document.querySelectorAll(FILMED)) {
    const id = man.dataset.fig;
    const place = places.has(id) ? places.get(id) : [man.dataset.x, man.dataset.y];
    const dying = (scenes[now].gone ?? []).includes(id) && part > 0.6;
    man.classList.toggle("is-filmed", later.has(id) || scenes[now].tracks?.[id] !== undefined);
    man.classList.toggle("is-fallen", dying || fallen.has(id));
    man.classList.toggle("is-unseen", place === null || unborn.has(id));
    if (place) man.setAttribute("transform", `translate(${place[0]} ${place[1]})`);
  }
  reel(part);
}

function along(track, part) {
  const at = part * (track.length - 1);
  const n = Math.min(track.length - 2, Math.floor(at));
  const [a, b] = [track[n], track[n + 1]];
  if (!a || !b) return at - n > 0.5 || !a ? b : a;
  return [a[0] + (b[0] - a[0]) * (at - n), a[1] + (b[1] - a[1]) * (at - n)];
}

function reel(part) {
  const layer = byId("ag-reel");
  const scene = scenes[now];
  layer.replaceChildren();
  for (const [x, y, u, v] of scene.lines ?? []) {
    const reach = Math.min(1, part * 1.6);
    layer.append(
      made("path", { class: "ag-shot", d: `M${x} ${y}L${x + (u - x) * reach} ${y + (v - y) * reach}` }),
    );
  }
  for (const mark of scene.marks ?? []) {
    const age = scene.kind === "march" ? part - mark.t / 40 : part - 0.35;
    if (age < 0 || (scene.kind === "march" && age > 0.3)) continue;
    layer.append(
      made("circle", {
        class: `ag-flash ag-flash-${mark.kind}`,
        cx: mark.at[0],
        cy: mark.at[1],
        r: 16 + age * 40,
      }),
    );
  }
}

function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function caption() {
  const scene = scenes[now];
  const parts = [];
  if (scene.dice?.length) {
    const dice = document.createElement("p");
    dice.className = "dice";
    const kept = new Set(scene.hits ?? []);
    dice.append(...scene.dice.map((value, n) => die(value, kept.has(n))));
    parts.push(dice);
  }
  for (const text of scene.captions ?? [])
    parts.push(Object.assign(document.createElement("p"), { textContent: text }));
  byId("ag-caption").replaceChildren(...parts);
}

function die(value, kept) {
  const svg = made("svg", {
    class: kept ? "die is-kept" : "die",
    viewBox: "0 0 100 100",
    role: "img",
    "aria-label": String(value),
  });
  svg.append(made("rect", { class: "die-face", x: 4, y: 4, width: 92, height: 92, rx: 20 }));
  for (const spot of PIPS[value] ?? [])
    svg.append(
      made("circle", {
        class: "die-pip",
        cx: 26 + (spot % 3) * 24,
        cy: 26 + Math.floor(spot / 3) * 24,
        r: 9,
      }),
    );
  return svg;
}

function label() {
  const film = byId("ag-film");
  if (!film) return;
  film.querySelector('[data-film="play"]').textContent = playing
    ? film.dataset.wordsPause
    : film.dataset.wordsPlay;
  byId("ag-film-count").textContent =
    now < 0 ? "" : film.dataset.wordsScene.replace("{n}", now + 1).replace("{all}", scenes.length);
}
