// Everything the frame of the site needs. Each widget works without it; these modules add comfort.
import { startCountdowns } from "./countdown.js";
import { startDialogs } from "./dialogs.js";
import { startFailures } from "./failures.js";
import { startLive } from "./live.js";
import { startMenus } from "./menu.js";
import { startOnce } from "./once.js";
import { startSeats } from "./seats.js";
import { startTheme } from "./theme.js";
import { startToasts } from "./toasts.js";

document.documentElement.classList.add("js");
startTheme();
startMenus();
startDialogs();
startToasts();
startFailures();
startCountdowns();
startOnce();
startSeats();
startLive();
