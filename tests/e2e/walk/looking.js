// Put into every page of a walk before its own scripts run (tests/e2e/walk/pressing.py): what the page offers to
// press, and what it shows to somebody who looks at it.
window.looking = (() => {
  const CONTROLS =
    "a[href], button, summary, input[type=submit], input[type=button], input[type=image], [role=button], [role=tab]";
  const UNSEEN = "script, style, template, noscript, input[type=hidden], [data-countdown], [data-clock]";
  const MARKS = ["class", "style", "open", "hidden", "viewBox", "transform", "d", "points", "src", "title"];
  const UNDER_WAY = ".htmx-request, .htmx-swapping, .htmx-settling, form[data-sent]";
  const BY_HTMX = /\bhtmx-[a-z]+\b/g;
  const FRAMES = 3; // in which nothing is under way and nothing changes: it stays so
  const SHORTLY = 100; // milliseconds: who waits no longer only lets the page finish what it does
  const SLICE = 100; // milliseconds between two looks at what the page itself cannot know: files, other windows

  // What is under way: questions to the server, and what waits for a clock. A press that set nothing going, and
  // after which nothing is seen, did nothing: that is known after a few frames, on a busy machine too.
  // ------------------------------------------------------------------------------------------------------------
  const questions = new Set();
  const clocks = new Map(); // and for how long each waits
  let word = ""; // of the browser itself: a field that is missing, a question
  let arrived = false; // the press has come to the page
  let leaving = false; // for another page, or a file
  let moved = false; // something moves, or did and is back

  const soon = window.setTimeout.bind(window);
  const forget = window.clearTimeout.bind(window);
  counted("setTimeout", "clearTimeout");
  counted("setInterval", "clearInterval"); // until it struck once
  function counted(set, clear) {
    const [plain, end] = [window[set].bind(window), window[clear].bind(window)];
    window[set] = (task, delay = 0, ...more) => {
      const strike = (...given) => {
        clocks.delete(clock);
        task(...given);
      };
      const clock = plain(strike, delay, ...more);
      clocks.set(clock, delay);
      return clock;
    };
    window[clear] = (clock) => {
      clocks.delete(clock);
      end(clock);
    };
  }

  awaited(window, "fetch");
  for (const name of ["text", "json", "blob"]) awaited(Response.prototype, name);
  function awaited(owner, name) {
    const plain = owner[name];
    owner[name] = function (...given) {
      const answer = plain.apply(this, given);
      questions.add(answer);
      const end = () => soon(() => questions.delete(answer)); // whoever waits for it comes first
      answer.then(end, end);
      return answer;
    };
  }

  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...given) {
    questions.add(this);
    this.addEventListener("loadend", () => questions.delete(this));
    return send.apply(this, given);
  };

  const { animate } = Element.prototype;
  Element.prototype.animate = function (...given) {
    moved = true;
    return animate.apply(this, given);
  };

  for (const name of ["alert", "confirm", "prompt"]) {
    const plain = window[name].bind(window);
    window[name] = (...given) => {
      word ||= "asks first";
      return plain(...given);
    };
  }

  hear("pointerup", arrive);
  hear("keydown", arrive);
  hear("click", ({ target }) => {
    if (target.matches?.("input[type=file]")) word ||= "asks for a file";
  });
  hear("invalid", ({ target }) => {
    word ||= `refused: ${target.validationMessage}`;
  });
  window.addEventListener("submit", (event) => {
    leaving ||= !event.defaultPrevented;
  });
  window.navigation.addEventListener("navigate", ({ destination }) => {
    leaving ||= !destination.sameDocument;
  });
  function hear(kind, listener) {
    window.addEventListener(kind, listener, { capture: true, passive: true });
  }
  function arrive() {
    arrived = true;
  }

  // What is seen
  // ------------------------------------------------------------------------------------------------------------
  let changed = true;
  let seen = "";
  const change = () => {
    changed = true;
  };
  new MutationObserver(change).observe(document, {
    attributes: true,
    characterData: true,
    childList: true,
    subtree: true,
  });
  for (const kind of ["input", "change", "focusin", "toggle", "hashchange", "popstate", "close"])
    hear(kind, change);

  function look() {
    if (!changed) return seen;
    changed = false;
    const root = document.documentElement;
    const parts = [location.pathname + location.search + location.hash, document.title, root.dataset.theme];
    if (document.body) gather(document.body, parts);
    seen = digest(parts.join("\n"));
    return seen;
  }

  // Short, because it goes to the test and comes back at every press.
  function digest(text) {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let n = 0; n < text.length; n += 1) {
      one = Math.imul(one ^ text.charCodeAt(n), 2654435761);
      other = Math.imul(other ^ text.charCodeAt(n), 1597334677);
    }
    return `${text.length} ${one >>> 0} ${other >>> 0}`;
  }

  function gather(element, parts) {
    if (element.matches(UNSEEN)) return;
    if (element instanceof HTMLElement && !element.checkVisibility() && !isBoxless(element)) return;
    parts.push(element.localName);
    for (const { name, value } of element.attributes) {
      if (!MARKS.includes(name) && !name.startsWith("aria-")) continue;
      const mark = name === "class" ? value.replace(BY_HTMX, "").trim() : value;
      if (mark || name !== "class") parts.push(`${name}=${mark}`);
    }
    if ("value" in element && element.localName !== "button")
      parts.push(`${element.value} ${element.checked ?? ""}`);
    for (const child of element.childNodes) {
      if (child.nodeType === Node.ELEMENT_NODE) gather(child, parts);
      else if (child.nodeType === Node.TEXT_NODE && child.data.trim()) parts.push(child.data.trim());
    }
  }

  const isBoxless = (element) => getComputedStyle(element).display === "contents";

  const settled = () => document.readyState === "complete" && !document.querySelector(UNDER_WAY);

  // The field that took the focus; what was pressed has it by the press alone.
  function focused(pressed) {
    const active = document.activeElement;
    const field = active?.matches("input, textarea, select, [contenteditable]");
    return field && !pressed?.contains(active) ? active : null;
  }

  // Once all that came has found its place: the page is loaded, its scripts listen, no answer is awaited.
  async function rest() {
    while (!settled() || questions.size || isFinishing()) await frame();
  }

  const isFinishing = () => [...clocks.values()].some((delay) => delay <= SHORTLY);

  // A page that is not drawn has no frames, and is looked at all the same.
  const frame = () =>
    new Promise((drawn) => {
      const clock = soon(drawn, 200);
      requestAnimationFrame(() => {
        forget(clock);
        soon(drawn);
      });
    });

  let pressed = null;
  let focus = null;
  let scrolled = 0;
  let samePage = false;
  let still = ""; // how the page was before the press
  // The pointer or the focus is where it must be. Nothing if the control is gone from there.
  function begin(control, spot) {
    if (spot && !isMetAt(control, spot)) return null;
    samePage = true;
    pressed = control;
    focus = focused(pressed);
    word = "";
    arrived = false;
    leaving = false;
    moved = false;
    clocks.clear(); // what was set going before is not the doing of the press
    scrolled = scrollY;
    change();
    still = look();
    requestAnimationFrame(watch);
    return still;
  }

  // A motion may be over, and all be as before, when the test looks: every frame is looked at.
  function watch() {
    moved ||= look() !== still;
    if (!moved) requestAnimationFrame(watch);
  }

  // What a press did, in a word; "" when it did nothing, and nothing is under way; null if that is not known yet.
  async function outcome(before, patience) {
    const start = performance.now();
    let quiet = 0;
    while (performance.now() - start < (leaving ? SLICE : patience) || questions.size) {
      const what = settled() ? happened(before) : "";
      quiet = isQuiet() ? quiet + 1 : 0;
      if (what || quiet > FRAMES) return what;
      await frame();
    }
    return null;
  }

  function happened(before) {
    if (word) return word;
    if (look() !== before) return "changed";
    if (!samePage) return "";
    if (moved) return "moved";
    if (Math.abs(scrollY - scrolled) > 20) return "scrolled";
    return pressed.isConnected && focused(pressed) !== focus ? "focus" : "";
  }

  function isQuiet() {
    if (!settled() || questions.size || leaving) return false;
    return samePage ? arrived && !clocks.size : !isFinishing();
  }

  // What is offered
  // ------------------------------------------------------------------------------------------------------------
  let controls = [];

  function offered() {
    const found = [...document.querySelectorAll(CONTROLS)].filter(isVisible);
    const bare = [...document.forms].filter((form) => isVisible(form) && !submitters(form).length);
    controls = [...found, ...bare.map(firstField).filter(Boolean)];
    return JSON.stringify(controls.map(describe));
  }

  const isVisible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest("[inert]") &&
    [...element.getClientRects()].some(({ width, height }) => width > 1 && height > 1);

  const submitters = (form) =>
    [...form.elements].filter((one) => ["submit", "image"].includes(one.type) && isVisible(one));

  const firstField = (form) =>
    [...form.elements].find((one) => one.matches("input:not([type=hidden])") && isVisible(one));

  function describe(control) {
    const form = control.form ?? null;
    const sends =
      form && (control.type === "submit" || control.type === "image" || control.localName === "input");
    return {
      tag: control.localName,
      said: said(control),
      classes: [...control.classList].filter((name) => !/^(is-|htmx-|can-)|\d$/.test(name)).sort(),
      marks: Object.keys(control.dataset).sort(),
      verb: control.dataset.verb ?? form?.dataset.verb ?? "",
      part: control.closest("header, footer, dialog, nav, main, aside")?.localName ?? "",
      href: control.localName === "a" ? control.href.baseVal ?? control.href : "",
      plain: isPlain(control),
      points: Boolean(control.dataset.id && control.closest("[data-board]")),
      asks: control.getAttribute("hx-get") ?? "",
      name: control.name ?? "",
      value: control.localName === "button" ? control.value : "",
      action: sends ? (control.getAttribute("formaction") ?? form.getAttribute("action") ?? "") : "",
      method: sends ? (control.getAttribute("formmethod") ?? form.method) : "",
      sends: Boolean(sends),
      fields: sends ? fieldsOf(form) : [],
      disabled: control.matches(":disabled, [aria-disabled=true]"),
      reason: control.matches(":disabled, [aria-disabled=true]") ? reasonOf(control) : "",
    };
  }

  const said = (control) =>
    (control.getAttribute("aria-label") || control.textContent || control.value || control.title || "")
      .replace(/\s+/g, " ")
      .trim();

  // A link and nothing else: the browser follows it, unless a script of the page says otherwise.
  const isPlain = (control) =>
    control.localName === "a" && !control.matches("[hx-get], [hx-post], [data-opens]");

  const fieldsOf = (form) =>
    [...new Set([...form.elements].filter(({ name }) => name && name !== "csrfmiddlewaretoken").map(({ name }) => name))].sort();

  function reasonOf(control) {
    const told = (control.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
    const words = [control.title, ...told.map((id) => document.getElementById(id)?.textContent ?? "")];
    const beside = control.parentElement.textContent.replace(control.textContent, "");
    return [...words, beside].join(" ").replace(/\s+/g, " ").trim();
  }

  // Where a pointer meets it, once it is in sight; null if something lies over it, or it is gone.
  const SPOTS = [
    [0.5, 0.5],
    [0.2, 0.5],
    [0.8, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
    [0.05, 0.5],
  ];
  function spotOf(control) {
    control.scrollIntoView({ behavior: "instant", block: "center", inline: "center" });
    for (const { left, top, width, height } of control.getClientRects()) {
      const spots = SPOTS.map(([x, y]) => [left + width * x, top + height * y]);
      const found = spots.find((spot) => isMetAt(control, spot));
      if (found) return found;
    }
    return null;
  }

  function isMetAt(control, [x, y]) {
    const met = document.elementFromPoint(x, y);
    return Boolean(met && control.contains(met));
  }

  // Every plain link is clicked, and held back at the last moment: where would the browser have gone?
  function followed() {
    const links = [...document.querySelectorAll("a[href]")].filter((link) => isVisible(link) && isPlain(link));
    const told = [];
    let prevented = false;
    const hold = (event) => {
      prevented = event.defaultPrevented;
      event.preventDefault();
    };
    const here = [scrollX, scrollY];
    window.addEventListener("click", hold);
    for (const link of links) {
      prevented = false;
      const href = link.href.baseVal ?? link.href;
      const hash = link.getAttribute("href").startsWith("#");
      const reach = link.matches(".skip-link, svg a") || spotOf(link) !== null;
      const description = describe(link);
      if (reach) link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      const leads = !hash || document.getElementById(decodeURIComponent(link.hash.slice(1)));
      told.push({ ...description, href, hash, reach, prevented, leads: Boolean(leads) });
    }
    window.removeEventListener("click", hold);
    scrollTo(...here);
    return JSON.stringify(told);
  }

  // Harmless values where nothing stands yet.
  // ------------------------------------------------------------------------------------------------------------
  // With `other`, another value where one stands that can be another: what was asked for was shown already.
  function fill(control, other) {
    for (const field of control.form?.elements ?? []) {
      if (!field.name || field.disabled || field.readOnly || !isVisible(field)) continue;
      const value = (other ? another(field) : null) ?? harmless(field, control.form);
      if (value === null) continue;
      if (value === true) field.checked = true;
      else field.value = value;
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  }

  const WORDS = {
    text: "Essai",
    search: "roi",
    email: "essai@example.org",
    url: "https://exemple.example/",
    password: "ni-le-bon-mot-de-passe",
    tel: "0102030405",
  };

  function another(field) {
    if (field.localName === "select")
      return [...field.options].find(({ value, disabled }) => value !== field.value && !disabled)?.value ?? null;
    if (field.type === "number" && field.value)
      return String(field.max === field.value ? Number(field.value) - 1 : Number(field.value) + 1);
    return ["text", "search", "textarea"].includes(field.type) && field.value ? `${field.value} encore` : null;
  }

  function harmless(field, form) {
    if (field.localName === "textarea") return field.value ? null : "Un mot d’essai.";
    if (field.localName === "select") {
      const choice = [...field.options].find((option) => option.value && !option.disabled);
      return field.value || !choice ? null : choice.value;
    }
    if (field.type === "checkbox") return field.required && !field.checked ? true : null;
    if (field.type === "radio") {
      const chosen = [...form.elements].some((one) => one.name === field.name && one.checked);
      return chosen ? null : true;
    }
    if (field.value) return null;
    if (field.type === "number") return field.min || "1";
    if (field.type === "date") return new Date(Date.now() + 864e5).toISOString().slice(0, 10);
    if (field.type === "datetime-local") return new Date(Date.now() + 864e5).toISOString().slice(0, 16);
    if (field.type === "time") return "12:00";
    return WORDS[field.type] ?? null;
  }

  // Where the width of a window moves more than the lines of a text.
  const isBoard = () => Boolean(document.querySelector("[data-board], #table, #desk, [data-zoom]"));

  // The n-th that was offered last, if a pointer can meet it.
  function within(n) {
    const control = controls[n];
    return control?.isConnected && spotOf(control) ? control : null;
  }

  // Filled, if it sends a form, and in sight; by key if one writes in it.
  function aim(control) {
    const byKey = control.localName === "input" && !["submit", "button", "image"].includes(control.type);
    if (byKey) control.focus();
    return { byKey, spot: byKey ? null : spotOf(control) };
  }

  return { aim, begin, fill, followed, isBoard, isSamePage: () => samePage, offered, outcome, rest, within };
})();
