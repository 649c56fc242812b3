// When the browser cannot make or use a key, the page says why in plain words.
const WORDS = {
  NotAllowedError: "refused",
  AbortError: "refused",
  InvalidStateError: "known",
  SecurityError: "place",
};

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  const fault = document.getElementById("key-fault");
  fault.textContent = fault.dataset[WORDS[event.detail.exception?.name] || "other"];
  fault.hidden = false;
});
