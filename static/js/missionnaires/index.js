// The table of Les Missionnaires: the map, what may be chosen on it, and what has just moved.
import { startChoices } from "./choices.js";
import { startMap } from "./map.js";
import { startMotion } from "./motion.js";

startMap();
startChoices();
startMotion();
