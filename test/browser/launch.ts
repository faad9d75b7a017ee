import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The shell is the same browser without windows, at three quarters of the work. */
const SHELL = "/usr/bin/chromium-headless-shell";
export const CHROMIUM = existsSync(SHELL) ? SHELL : "/usr/bin/chromium";

export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
