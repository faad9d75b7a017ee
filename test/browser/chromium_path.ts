import { existsSync } from "node:fs";

/** The same browser without windows takes three quarters of the work. */
const SHELL = "/usr/bin/chromium-headless-shell";
export const WHOLE_CHROMIUM = "/usr/bin/chromium";
export const CHROMIUM = existsSync(SHELL) ? SHELL : WHOLE_CHROMIUM;
