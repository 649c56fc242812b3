// The court in the browser: map, order desk, film. Everything also works without this module, more slowly.
import { startMap } from "./map.js";
import { startDesk } from "./desk.js";
import { startFilm } from "./film.js";

startMap();
startDesk();
startFilm();
