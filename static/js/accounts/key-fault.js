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

// Their buttons do something only once allauth listens, which it does when the page is read: until then they cannot be pressed.
document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-needs-keys]")) button.disabled = false;
});
