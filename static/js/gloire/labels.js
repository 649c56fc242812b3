// What is written on the map must not cover itself: drafted orders, one's own names and banners, shields,
// then the largest lands.
const LETTER = 6.4; // usual width of a letter of a name, in pixels
const LINE = 13;
const FAR = 2.4; // units a pixel beyond which a hundred shields would hide the land
const SMALL = 0.62; // what is left of a shield out there
const LIFT = 4; // pixels by which a small shield must rise to stay above its name

const sizes = new Map(); // what each land covers, in units of the drawing

export function extent(land) {
  const id = land.dataset.id;
  if (!sizes.has(id)) sizes.set(id, land.getBBox());
  return sizes.get(id);
}

// Names, shields and seals keep their size on the screen.
export function rescale(svg, k) {
  for (const one of svg.querySelectorAll(".fixed")) {
    const small = k > FAR && one.parentNode.classList.contains("shields");
    const y = small ? Number(one.dataset.y) - LIFT * k : one.dataset.y;
    one.setAttribute(
      "transform",
      `translate(${one.dataset.x} ${y}) scale(${(small ? SMALL * k : k).toFixed(3)})`,
    );
  }
  for (const head of svg.querySelectorAll("marker")) {
    const size = (head.id === "head-men" ? 12 : 15) * k;
    head.setAttribute("markerWidth", size);
    head.setAttribute("markerHeight", size);
  }
}

// `figures`: a layer writes a figure under each name, and neither banners nor shields are drawn.
export function layOut(svg, k, figures) {
  const taken = [];
  const lands = svg.querySelectorAll(".land");
  const names = [...svg.querySelectorAll(".names > .fixed")].map((name, n) =>
    nameOf(name, extent(lands[n]), k, figures),
  );
  const own = names.filter((one) => one.mine);
  const others = names.filter((one) => !one.mine).sort((a, b) => b.room - a.room);
  for (const seal of svg.querySelectorAll("#map-orders > .fixed")) taken.push(bannerOf(seal, k).spot);
  for (const one of own.sort((a, b) => b.room - a.room)) place(one, taken);
  if (!figures) {
    const banners = [...svg.querySelectorAll(".forces > .fixed")].map((group) => bannerOf(group, k));
    for (const one of banners.sort((a, b) => b.room - a.room)) place(one, taken);
    for (const group of svg.querySelectorAll(".shields > .fixed")) place(shieldOf(group, k), taken);
  }
  for (const one of others) place(one, taken);
}

function place({ group, spot, fits = true }, taken) {
  const free =
    fits &&
    !taken.some(
      (other) => spot[0] < other[2] && other[0] < spot[2] && spot[1] < other[3] && other[1] < spot[3],
    );
  group.classList.toggle("is-tight", !free);
  if (free) taken.push(spot);
}

function nameOf(group, area, k, figures) {
  const lines = [...group.querySelectorAll("tspan")].map((line) => line.textContent.length);
  const mine = group.classList.contains("is-mine");
  const wide = Math.max(...lines) * LETTER,
    up = 6.5 * (lines.length - 1) + 10;
  const down = up - 6 + (figures ? LINE : 0);
  const fits = mine || (wide * k <= 1.15 * area.width && LINE * lines.length * k <= area.height);
  return {
    group,
    mine,
    fits,
    room: area.width * area.height,
    spot: around(group, k, -wide / 2, -up, wide / 2, down),
  };
}

function bannerOf(group, k) {
  const plate = group.querySelector("rect");
  const [x, y, wide, high] = ["x", "y", "width", "height"].map((side) => Number(plate.getAttribute(side)));
  return { group, room: wide, spot: around(group, k, x, y, x + wide, y + high) };
}

function shieldOf(group, k) {
  const size = k > FAR ? SMALL : 1;
  const y = Number(group.querySelector("use").getAttribute("y")) * size - (k > FAR ? LIFT : 0);
  return { group, spot: around(group, k, -9 * size, y - 11 * size, 9 * size, y + 11 * size) };
}

function around(group, k, left, top, right, bottom) {
  const x = Number(group.dataset.x),
    y = Number(group.dataset.y);
  return [x + left * k, y + top * k, x + right * k, y + bottom * k];
}
