// The words of an article stay in their tab until they are saved, as an answer's do in the forums.
import { forgetSentWords, keepWords } from "../forums/kept-words.js";

forgetSentWords();
const source = document.getElementById("id_source");
if (source) keepWords(source);
