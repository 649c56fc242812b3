// The words of an article stay in their tab until they are saved, as an answer's do in the forums, and the toolbar writes the
// marks of the language that is chosen above them.
import { forgetSentWords, keepWords } from "../forums/kept-words.js";
import { addToolbar, HTML, MARKDOWN } from "../forums/toolbar.js";

forgetSentWords();
const source = document.getElementById("id_source");
if (source) {
  addToolbar(source, () => (source.form.elements.format.value === "html" ? HTML : MARKDOWN));
  keepWords(source);
}
