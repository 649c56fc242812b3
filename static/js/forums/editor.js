// The toolbar and the preview of texts in Markdown. Without it the form works all the same: the marks are typed.
import { forgetSentWords, keepWords } from "./kept-words.js";
import { quoteInPlace } from "./quotes.js";

const MARKS = [
  { label: "Gras", sign: "G", key: "b", around: "**", sample: "gras" },
  { label: "Italique", sign: "I", key: "i", around: "*", sample: "italique" },
  { label: "Titre", line: "## " },
  { label: "Citation", line: "> " },
  { label: "Liste", line: "- " },
  { label: "Lien", key: "k", link: true },
];

forgetSentWords();
for (const area of document.querySelectorAll("textarea[data-editor]")) {
  equip(area);
  keepWords(area);
}
const answer = document.querySelector("#repondre textarea[data-editor]");
if (answer) quoteInPlace(answer);

function equip(area) {
  const bar = document.createElement("div");
  bar.className = "toolbar";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Mise en forme");
  bar.setAttribute("aria-controls", area.id);
  for (const mark of MARKS) bar.append(button(area, mark));
  area.before(bar);
  area.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const mark = MARKS.find((one) => one.key === event.key.toLowerCase());
    if (mark) { event.preventDefault(); apply(area, mark); }
  });
  const preview = area.form?.querySelector('button[name="preview"]');
  if (preview) preview.addEventListener("click", (event) => { event.preventDefault(); show(area); });
}

function button(area, mark) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = mark.sign ? `button button-small button-icon mark-${mark.key}` : "button button-small";
  made.textContent = mark.sign ?? mark.label;
  made.title = mark.key ? `${mark.label} (Ctrl+${mark.key.toUpperCase()})` : mark.label;
  made.setAttribute("aria-label", mark.label);
  made.addEventListener("click", () => apply(area, mark));
  return made;
}

function apply(area, mark) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const chosen = value.slice(start, end);
  let text = "";
  if (mark.around) text = `${mark.around}${chosen || mark.sample}${mark.around}`;
  else if (mark.link) text = `[${chosen || "mots"}](https://)`;
  else text = `${start && value[start - 1] !== "\n" ? "\n" : ""}${(chosen || "").split("\n").map((line) => mark.line + line).join("\n")}`;
  area.focus();
  // insertText keeps the browser's own undo.
  if (!document.execCommand("insertText", false, text)) area.setRangeText(text, start, end, "end");
}

async function show(area) {
  const form = area.form;
  const data = new FormData();
  data.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  data.set("text", area.value);
  const answer = await fetch("/forums/apercu/", { method: "POST", body: data }).catch(() => null);
  let panel = form.parentElement.querySelector(":scope > .live-preview");
  if (!panel) {
    panel = document.createElement("div");
    panel.className = "live-preview";
    panel.setAttribute("aria-live", "polite");
    form.after(panel);
  }
  if (answer?.redirected) panel.textContent = "Votre session est finie : entrez de nouveau, vos mots vous attendront ici.";
  else if (answer?.ok) panel.innerHTML = await answer.text();
  else panel.textContent = "L’aperçu n’est pas venu : réessayez.";
  panel.scrollIntoView({ block: "nearest" });
}
