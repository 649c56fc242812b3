// The court in the browser: map, order desk, film. Everything also works without this module, more slowly.
import { startDesk } from "./desk.js";
import { startFilm } from "./film.js";
import { startMap } from "./map.js";

startMap();
startDesk();
startFilm();
