// A number of seats that hangs on another choice of the form (a map, a scenario): it is kept within what that
// choice allows.
export function startSeats() {
  for (const input of document.querySelectorAll("input[data-bounds]")) follow(input);
}

function follow(input) {
  const choice = document.getElementById(input.dataset.boundsOf);
  const bounds = JSON.parse(input.dataset.bounds);
  const fit = () => {
    const [low, high] = bounds[choice.value] ?? [];
    if (!low) return;
    input.min = low;
    input.max = high;
    input.value = Math.min(high, Math.max(low, Number(input.value) || high));
  };
  choice?.addEventListener("change", fit);
}
