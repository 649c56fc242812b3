// The toolbar and the preview of texts in Markdown. Without it the form works all the same: the marks are
// typed.
import { forgetSentWords, keepWords } from "./kept-words.js";
import { quoteInPlace } from "./quotes.js";
import { addToolbar } from "./toolbar.js";

forgetSentWords();
for (const area of document.querySelectorAll("textarea[data-editor]")) {
  equip(area);
  keepWords(area);
}
const answer = document.querySelector("#repondre textarea[data-editor]");
if (answer) quoteInPlace(answer);

function equip(area) {
  addToolbar(area);
  const preview = area.form?.querySelector('button[name="preview"]');
  if (preview)
    preview.addEventListener("click", (event) => {
      event.preventDefault();
      show(area);
    });
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
  if (answer?.redirected)
    panel.textContent = "Votre session est finie : entrez de nouveau, vos mots vous attendront ici.";
  else if (answer?.ok) panel.innerHTML = await answer.text();
  else panel.textContent = "L’aperçu n’est pas venu : réessayez.";
  panel.scrollIntoView({ block: "nearest" });
}
