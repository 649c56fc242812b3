// "Citer" puts the words into the answer that is being written, after what is there already; of a selection,
// only the selection. Without this module, or when the server does not answer, the link leads to the answer's
// own page.
export function quoteInPlace(area) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-quote]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    bring(link, area).catch(() => {
      location.href = link.href;
    });
  });
}

async function bring(link, area) {
  const chosen = chosenWords(link.closest(".post"));
  const answer = await fetch(link.href);
  if (!answer.ok || answer.redirected) throw new Error("no quote");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const whole = page.querySelector("textarea[name=text]").value;
  const quote = chosen ? `${whole.split("\n").slice(0, 2).join("\n")}\n${asQuote(chosen)}\n\n` : whole;
  const before = area.value.trimEnd();
  area.value = before ? `${before}\n\n${quote}` : quote;
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
  area.scrollTop = area.scrollHeight;
  area.scrollIntoView({ block: "center" });
}

function chosenWords(post) {
  const selection = document.getSelection();
  const text = post?.querySelector(".post-text");
  if (!text || selection.isCollapsed) return "";
  return text.contains(selection.anchorNode) && text.contains(selection.focusNode)
    ? selection.toString().trim()
    : "";
}

const asQuote = (words) =>
  words
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
