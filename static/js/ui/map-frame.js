// Pan and zoom for a map in its frame. Without this module the whole map is simply shown.
import Panzoom from "../../vendor/panzoom/panzoom.es.js";

export function startMaps() {
  document.querySelectorAll("[data-map-frame]").forEach(prepare);
  document.addEventListener("htmx:load", (event) => {
    if (event.target.matches?.("[data-map-frame]")) prepare(event.target);
    event.target.querySelectorAll?.("[data-map-frame]").forEach(prepare);
  });
}

function prepare(frame) {
  if (frame.dataset.ready) return;
  frame.dataset.ready = "yes";
  const svg = frame.querySelector(".map-view svg");
  if (!svg) return;
  const view = Panzoom(svg, {
    minScale: 1,
    maxScale: 8,
    contain: "outside",
    canvas: true,
    cursor: "",
    touchAction: "pan-y pinch-zoom",
    panOnlyWhenZoomed: true,
  });
  frame.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (button) zoom(view, button.dataset.zoom);
  });
  frame.querySelector(".map-view").addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.metaKey) view.zoomWithWheel(event);
    },
    { passive: false },
  );
  svg.addEventListener("panzoomchange", (event) => {
    const near = event.detail.scale > 1.01;
    frame.classList.toggle("is-moving", near);
    view.setOptions({ touchAction: near ? "none" : "pan-y pinch-zoom" });
  });
}

function zoom(view, how) {
  if (how === "in") view.zoomIn();
  else if (how === "out") view.zoomOut();
  else view.reset();
}
