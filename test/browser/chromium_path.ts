import { existsSync } from "node:fs";

/** The shell is the same browser without windows, at three quarters of the work. */
const SHELL = "/usr/bin/chromium-headless-shell";
export const CHROMIUM = existsSync(SHELL) ? SHELL : "/usr/bin/chromium";
