// The film: a slider over the turns. Each frame is what these eyes saw then; without this module the links do
// the same.
import { redraw } from "./map.js";

const SECOND = 1100;
const SVG = "http://www.w3.org/2000/svg";
const frames = new Map();
let timer = null;

const film = () => document.getElementById("film");
const range = () => document.getElementById("film-range");

export function startFilm() {
  if (!film() || !range()) return;
  film()
    .querySelectorAll("[hidden]")
    .forEach((element) => {
      element.hidden = false;
    });
  range().addEventListener("input", () => {
    stop();
    show(Number(range().value));
  });
  film().addEventListener("click", (event) => {
    const button = event.target.closest("[data-film]");
    if (!button) return;
    event.preventDefault();
    const how = button.dataset.film;
    if (how === "play") {
      timer ? stop() : play();
      return;
    }
    stop();
    go(how === "earlier" ? -1 : 1);
  });
}

function go(by) {
  const n = Math.min(Number(range().max), Math.max(Number(range().min), Number(range().value) + by));
  range().value = n;
  return show(n);
}

function play() {
  if (range().value === range().max) range().value = range().min;
  label(film().dataset.stop);
  show(Number(range().value));
  timer = setInterval(() => {
    if (range().value === range().max) stop();
    else go(1);
  }, SECOND);
}

function stop() {
  clearInterval(timer);
  timer = null;
  label(film().dataset.play);
}

function label(text) {
  film().querySelector('[data-film="play"]').textContent = text;
}

async function show(n) {
  if (!frames.has(n)) {
    const answer = await fetch(film().dataset.frames.replace(/0\/$/, `${n}/`), {
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) return;
    frames.set(n, await answer.json());
  }
  if (Number(range().value) !== n) return; // the reader moved on
  draw(frames.get(n));
}

function draw(frame) {
  const present = Number(film().dataset.present) === frame.n;
  document.getElementById("map-frame").classList.toggle("is-past", !present);
  const marked = new Set(frame.marked);
  const lands = document.querySelectorAll("#map .land");
  const names = document.querySelectorAll("#map .names > .fixed");
  lands.forEach((land, n) => {
    const [owner, happiness, population] = frame.lands[land.dataset.id];
    const use = land.querySelector("use");
    if (owner === null) use.removeAttribute("fill");
    else use.setAttribute("fill", `url(#o${owner})`);
    land.classList.toggle("is-marked", marked.has(land.dataset.id));
    relate(land, names[n], relationTo(owner, frame.ties));
    shade(land, "h", happiness, [5, 10, 15, 20, 25]);
    shade(land, "p", population, [8000, 12000, 16000, 20000, 26000]);
    figure(names[n], ".v-h", happiness);
    figure(names[n], ".v-p", population / 1000, " k");
  });
  raiseShields(frame.arms, lands, names);
  redraw();
  document.getElementById("film-turn").textContent = film().dataset.turn.replace("{n}", frame.turn);
  const news = frame.news.length ? frame.news : [film().dataset.nothing];
  document
    .getElementById("film-news")
    .replaceChildren(
      ...news.map((text) => Object.assign(document.createElement("li"), { textContent: text })),
    );
}

function relationTo(owner, ties) {
  if (owner === null) return "free";
  if (!ties) return "other";
  if (owner === ties.me) return "mine";
  return ties.allies.includes(owner) ? "ally" : ties.enemies.includes(owner) ? "enemy" : "other";
}

function relate(land, name, relation) {
  for (const one of ["mine", "ally", "enemy", "other", "free"])
    land.classList.toggle(`is-${one}`, one === relation);
  name?.classList.toggle("is-mine", relation === "mine");
}

// Every house that held a land then shows its arms there, those that have fallen since among them.
function raiseShields(arms, lands, names) {
  const at = new Map([...lands].map((land, n) => [land.dataset.id, names[n]]));
  document.querySelector("#map .shields").replaceChildren(
    ...arms.map(([seat, land]) => {
      const name = at.get(land);
      const group = document.createElementNS(SVG, "g"),
        use = document.createElementNS(SVG, "use");
      group.classList.add("fixed");
      group.dataset.x = name.dataset.x;
      group.dataset.y = name.dataset.y;
      use.setAttribute("href", `#a${seat}`);
      use.setAttribute("y", -(24 + 6.5 * (name.querySelectorAll("tspan").length - 1)));
      group.append(use);
      return group;
    }),
  );
}

function shade(land, letter, value, steps) {
  const n = steps.filter((step) => value >= step).length;
  for (let k = 0; k <= steps.length; k += 1) land.classList.toggle(letter + k, k === n);
}

function figure(name, selector, value, unit = "") {
  const text = name?.querySelector(selector);
  if (text) text.textContent = value.toFixed(1).replace(".", ",") + unit;
}
