// What was not on the table before moves in once. Automata play several steps between two looks, and the
// server marks only what the last of them brought.
const step = () => Number(document.getElementById("table")?.dataset.step);

export function animateArrivals(selector, animate) {
  const present = () => new Set([...document.querySelectorAll(selector)].map((element) => element.id));
  let known = present();
  let at = step();
  document.body.addEventListener("htmx:afterSettle", () => {
    const before = known;
    known = present();
    if (step() > at) for (const id of known) if (!before.has(id)) animate(document.getElementById(id));
    at = step();
  });
}
