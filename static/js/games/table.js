// The table of a game: a click on the board stands for the button that says the same.
import "../ui/answers.js";

// Elements of the board that stand for a choice: same verb and id as its button. Only legal ones glow.
function glow() {
  for (const element of document.querySelectorAll("#table [data-board] [data-id]")) {
    element.classList.toggle("can-choose", Boolean(buttonFor(element)));
  }
}

function buttonFor(element) {
  const id = CSS.escape(element.dataset.id);
  const verb = element.dataset.verb ? `[data-verb="${CSS.escape(element.dataset.verb)}"]` : "";
  return document.querySelector(`#table .choices button[data-id="${id}"]${verb}`);
}

document.addEventListener("click", (event) => {
  const element = event.target.closest("#table [data-board] [data-id]");
  const button = element && !element.closest(".choices") && buttonFor(element);
  if (button) button.click();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  const element = event.target.closest?.('#table [data-board] [data-id][role="button"]');
  const button = element && buttonFor(element);
  if (button) {
    event.preventDefault();
    button.click();
  }
});

document.body.addEventListener("htmx:afterSettle", glow);
glow();
