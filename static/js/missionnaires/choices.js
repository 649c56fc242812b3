// What a choice costs is shown before it is made: its way on the map, its price below. The list is the only
// thing that sends.
const omen = () => document.getElementById("ms-omen");
const preview = () => document.getElementById("ms-preview");
let asked = null; // the spot or form whose choices are being shown
let agreed = null; // the form whose price has been accepted
let byKeyboard = false;

export function startChoices() {
  prepare();
  document.body.addEventListener("htmx:afterSwap", prepare);
  document.body.addEventListener("htmx:afterSettle", settle);
  document.body.addEventListener("htmx:confirm", confirm);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") point(event.target);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(":focus-visible")) point(event.target);
  });
  window.addEventListener("click", choose, true);
  window.addEventListener("keydown", press, true);
}

// Spaces that stand for a choice become buttons.
function prepare() {
  asked = null;
  for (const spot of document.querySelectorAll("#ms-map .ms-spot")) {
    spot.classList.add("can-choose");
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("aria-label", spot.dataset.label);
  }
}

function settle() {
  forget();
  prepare();
  const lost = !document.activeElement || document.activeElement === document.body;
  if (byKeyboard && lost)
    document.querySelector("#here, #table .choices button")?.focus({ preventScroll: true });
}

const formsOf = (spot) =>
  [...document.querySelectorAll(`#table .choices button[data-id="${CSS.escape(spot.dataset.id)}"]`)].map(
    (button) => button.form,
  );
const isDear = (form) => form.hasAttribute("hx-confirm");
const wordsOf = (form) => ({
  label: form.querySelector(".ms-offer-label").textContent.trim(),
  hint: form.querySelector(".hint")?.textContent.trim() ?? "",
});

function point(target) {
  const spot = target.closest?.("#ms-map .ms-spot.can-choose");
  if (spot) return show(spot, formsOf(spot));
  const form = target.closest?.("#table .choices form");
  if (form) trace([form]);
}

function trace(forms) {
  const drawn = forms
    .map((form) => form.dataset.d)
    .filter(Boolean)
    .join("");
  preview()?.setAttribute("d", drawn || "M0 0");
}

// The rows below the map: where to, at what price, and the button that does it.
function show(element, forms) {
  if (!forms.length) return;
  trace(forms);
  if (asked === element) return;
  forget(false);
  asked = element;
  element.classList.add("is-asked");
  omen().replaceChildren(...forms.map(row));
  omen().hidden = false;
  for (const form of forms) form.classList.add("is-asked");
}

function row(form) {
  const { label, hint } = wordsOf(form);
  const line = document.createElement("div");
  line.className = "ms-omen-row";
  const words = document.createElement("p");
  words.className = "ms-omen-words";
  const name = document.createElement("strong");
  name.textContent = label;
  words.append(name, hint);
  const go = document.createElement("button");
  go.type = "button";
  go.className = "button button-primary button-small";
  go.textContent = form.method === "get" ? omen().dataset.choose : omen().dataset.confirm;
  go.setAttribute("aria-label", `${go.textContent} : ${label}`);
  go.addEventListener("click", () => send(form));
  line.append(words, go);
  return line;
}

function send(form) {
  agreed = form;
  forget();
  form.requestSubmit(form.querySelector("button"));
}

function forget(clear = true) {
  asked = null;
  for (const element of document.querySelectorAll("#table .is-asked")) element.classList.remove("is-asked");
  if (clear) preview()?.setAttribute("d", "M0 0");
  if (omen()) {
    omen().classList.remove("is-pressed");
    omen().hidden = true;
    omen().replaceChildren();
  }
}

// What cannot be taken back asks first; a price accepted below the map is not asked about again.
function confirm(event) {
  if (!agreed || event.target !== agreed) return;
  agreed = null;
  event.preventDefault();
  event.detail.issueRequest(true);
}

// One free choice goes at once. A price, or several ways, is shown first; the second press on the same space
// agrees.
function choose(event) {
  byKeyboard = event.detail === 0;
  const stop = event.target.closest?.("#ms-map .ms-stop");
  // It begins the suggested round.
  if (stop) document.getElementById(stop.id.replace("stop-", "first-"))?.click();
  const spot = event.target.closest?.("#ms-map .ms-spot.can-choose");
  if (!spot) return;
  event.stopPropagation();
  pressSpot(spot, event.pointerType === "mouse" || byKeyboard);
}

function pressSpot(spot, seen) {
  const forms = formsOf(spot);
  const known = asked === spot && (seen || spot.dataset.pressed);
  const draft = forms.length === 1 && forms[0].method === "get";
  if (forms.length === 1 && (draft || (known && (!isDear(forms[0]) || spot.dataset.pressed))))
    return send(forms[0]);
  asked = null;
  show(spot, forms);
  spot.dataset.pressed = "yes";
  omen().classList.add("is-pressed");
  if (byKeyboard) omen().querySelector("button")?.focus();
}

function press(event) {
  if (event.key === "Escape") return forget();
  if (event.key !== "Enter" && event.key !== " ") return;
  byKeyboard = true;
  const spot = event.target.closest?.("#ms-map .ms-spot.can-choose");
  if (!spot) return;
  event.preventDefault();
  event.stopPropagation();
  pressSpot(spot, true);
}
