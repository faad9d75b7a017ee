import { existsSync } from "node:fs";

/** The same browser without windows needs three quarters of the CPU time. */
const SHELL = "/usr/bin/chromium-headless-shell";
export const WHOLE_CHROMIUM = "/usr/bin/chromium";
export const CHROMIUM = existsSync(SHELL) ? SHELL : WHOLE_CHROMIUM;
