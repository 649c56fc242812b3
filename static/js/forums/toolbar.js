// The buttons above a text that is written in Markdown or in HTML: bold, italic, heading, quote, list, link.
// One stop of the Tab key; arrows, Home and End walk along it. Without it the form works all the same: the
// marks are typed.
const BUTTONS = [
  { name: "bold", label: "Gras", sign: "G", key: "b" },
  { name: "italic", label: "Italique", sign: "I", key: "i" },
  { name: "heading", label: "Titre" },
  { name: "quote", label: "Citation" },
  { name: "list", label: "Liste" },
  { name: "link", label: "Lien", key: "k" },
];

// Each mark makes of the chosen words what stands before, the part that is then selected to be typed over,
// and what follows.
const around = (before, after, sample) => (words) =>
  words ? [before + words + after] : [before, sample, after];
const link = (before, between, after) => (words) => [
  before(words || "mots"),
  between,
  after(words || "mots"),
];
const lines = (mark) =>
  onItsOwn((words) => [
    words
      .split("\n")
      .map((line) => mark + line)
      .join("\n"),
  ]);
const items = (words) => {
  if (!words) return ["<ul>\n  <li>", "premier point", "</li>\n</ul>"];
  const rows = words
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => `  <li>${line.trim()}</li>`);
  return [["<ul>", ...rows, "</ul>"].join("\n")];
};

// A mark that begins a line.
function onItsOwn(mark) {
  return (words, isLineStart) => {
    const [before, ...rest] = mark(words);
    return [isLineStart ? before : `\n${before}`, ...rest];
  };
}

export const MARKDOWN = {
  bold: around("**", "**", "gras"),
  italic: around("*", "*", "italique"),
  heading: lines("## "),
  quote: lines("> "),
  list: lines("- "),
  link: link(
    (words) => `[${words}](`,
    "https://",
    () => ")",
  ),
};

export const HTML = {
  bold: around("<strong>", "</strong>", "gras"),
  italic: around("<em>", "</em>", "italique"),
  heading: onItsOwn(around("<h2>", "</h2>", "Titre")),
  quote: onItsOwn(around("<blockquote>", "</blockquote>", "citation")),
  list: onItsOwn(items),
  link: link(
    () => '<a href="',
    "https://",
    (words) => `">${words}</a>`,
  ),
};

// `language` tells at each click which of the two is being written.
export function addToolbar(area, language = () => MARKDOWN) {
  const bar = document.createElement("div");
  bar.className = "toolbar";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Mise en forme");
  bar.setAttribute("aria-controls", area.id);
  bar.append(...BUTTONS.map((one) => button(one, () => write(area, language()[one.name]))));
  walk(bar);
  area.before(bar);
  area.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const pressed = BUTTONS.find((one) => one.key === event.key.toLowerCase());
    if (pressed) {
      event.preventDefault();
      write(area, language()[pressed.name]);
    }
  });
}

function button({ label, sign, key }, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = sign ? `button button-small button-icon mark-${key}` : "button button-small";
  made.textContent = sign ?? label;
  made.title = key ? `${label} (Ctrl+${key.toUpperCase()})` : label;
  made.setAttribute("aria-label", label);
  if (key) made.setAttribute("aria-keyshortcuts", `Control+${key.toUpperCase()}`);
  made.addEventListener("click", act);
  return made;
}

function walk(bar) {
  const buttons = [...bar.children];
  const stop = (chosen) => {
    for (const one of buttons) one.tabIndex = one === chosen ? 0 : -1;
  };
  stop(buttons[0]);
  bar.addEventListener("focusin", (event) => stop(event.target));
  bar.addEventListener("keydown", (event) => {
    const here = buttons.indexOf(event.target);
    const there = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }[event.key];
    if (there === undefined || here < 0) return;
    event.preventDefault();
    buttons.at(there % buttons.length).focus();
  });
}

function write(area, mark) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const [before, chosen = "", after = ""] = mark(
    value.slice(start, end),
    !start || value[start - 1] === "\n",
  );
  const text = before + chosen + after;
  area.focus();
  // insertText keeps the browser's own undo.
  if (!document.execCommand("insertText", false, text)) area.setRangeText(text, start, end, "end");
  const from = start + before.length;
  if (chosen) area.setSelectionRange(from, from + chosen.length);
}
