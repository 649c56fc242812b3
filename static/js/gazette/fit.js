// Frames as high as their articles. Nobody looks into the frame of an article, which has an origin of its own
// and no script: its words are set a second time in an empty room, a frame without scripts where only what is
// listed here enters, letters and the boxes around them, and the room is measured. Without this module the
// frames keep the height that the server guessed.
const BOXES = new Set(
  (
    "p br hr em strong b i u s sub sup small mark ul ol li dl dt dd blockquote q cite code pre a h2 h3 h4 div section aside span " +
    "figure figcaption table caption thead tbody tr th td"
  ).split(" "),
);
const SLACK = 4; // a rounded line, or the border of a table
const MOST = 12000; // a longer article scrolls in its frame

const frames = [...document.querySelectorAll("iframe.sheet-frame")];
const sheets = new Map(); // address → the parsed sheet: fetched once, measured as often as the window changes
let room = null;
let line = Promise.resolve(); // one article at a time is in the room

const watch = new ResizeObserver((changes) => {
  for (const { target, contentRect } of changes) {
    if (contentRect.width && Math.round(contentRect.width) !== target.fitted) queue(target);
  }
});
for (const frame of frames) watch.observe(frame);

function queue(frame) {
  line = line.then(() => fit(frame)).catch(() => {}); // a sheet that does not come leaves its frame as it was
}

async function fit(frame) {
  const width = Math.round(frame.clientWidth);
  if (!width || width === frame.fitted) return;
  const sheet = await fetched(frame.src);
  room ??= await openRoom(sheet);
  room.style.width = `${width}px`;
  const inside = room.contentDocument;
  const main = inside.createElement("main");
  main.style.display = "flow-root";
  copy(sheet.querySelector("main"), main);
  inside.body.replaceChildren(main);
  frame.fitted = width;
  frame.style.height = `${Math.min(MOST, Math.ceil(main.getBoundingClientRect().height) + SLACK)}px`;
  inside.body.replaceChildren();
}

async function fetched(address) {
  if (!sheets.has(address)) {
    const answer = await fetch(address);
    if (!answer.ok || answer.redirected) throw new Error("no sheet");
    sheets.set(address, new DOMParser().parseFromString(await answer.text(), "text/html"));
  }
  return sheets.get(address);
}

async function openRoom(sheet) {
  const made = document.createElement("iframe");
  made.setAttribute("sandbox", "allow-same-origin");
  made.setAttribute("aria-hidden", "true");
  made.tabIndex = -1;
  made.className = "sheet-room";
  made.srcdoc = "<!doctype html><title>–</title>";
  document.body.append(made);
  await new Promise((done) => {
    made.addEventListener("load", done, { once: true });
  });
  const inside = made.contentDocument;
  inside.documentElement.lang = sheet.documentElement.lang;
  const styles = [...sheet.head.querySelectorAll('link[rel="stylesheet"]')].map((link) => {
    const own = inside.createElement("link");
    own.rel = "stylesheet";
    own.href = new URL(link.getAttribute("href"), location.href).href;
    return own;
  });
  const loaded = styles.map(
    (own) =>
      new Promise((done) => {
        own.onload = own.onerror = done;
      }),
  );
  inside.head.append(...styles);
  await Promise.all(loaded);
  await Promise.allSettled([...inside.fonts].map((face) => face.load()));
  return made;
}

function copy(from, into) {
  const inside = into.ownerDocument;
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) into.append(inside.createTextNode(child.data));
    else if (child.nodeType !== Node.ELEMENT_NODE) continue;
    else if (child.localName === "img") into.append(picture(child, inside));
    else if (child.localName === "audio") into.append(sound(inside));
    else if (!BOXES.has(child.localName)) copy(child, into);
    else {
      const box = inside.createElement(child.localName);
      for (const name of ["class", "colspan", "rowspan", "start"]) {
        if (child.hasAttribute(name)) box.setAttribute(name, child.getAttribute(name));
      }
      copy(child, box);
      into.append(box);
    }
  }
}

// Its size and no address: an empty drawing of the same proportions takes the same place.
function picture(image, inside) {
  const drawn = (width, height) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
  const box = inside.createElement("img");
  if (image.hasAttribute("class")) box.className = image.getAttribute("class");
  box.width = Number(image.getAttribute("width")) || 640;
  box.height = Number(image.getAttribute("height")) || 360;
  box.src = drawn(box.width, box.height);
  box.alt = "";
  return box;
}

function sound(inside) {
  const box = inside.createElement("audio");
  box.controls = true;
  return box;
}
