// The specimen of a map in its frame: the plain camera. As long as the whole map is seen, a finger scrolls the page.
import { Camera } from "../ui/map.js";

class SpecimenCamera extends Camera {
  onLook() {
    const near = this.unit < this.most * 0.99;
    this.frame().classList.toggle("is-moving", near);
    this.svg().style.touchAction = near ? "none" : "";
  }
}

for (const frame of document.querySelectorAll("[data-whole]"))
  new SpecimenCamera(
    () => frame,
    () => frame.querySelector("svg"),
  ).wake();
