import { type Browser, chromium } from "playwright-core";
import { CHROMIUM, WHOLE_CHROMIUM } from "./chromium_path.ts";

/** The headless shell doesn't show notifications. */
export async function launchWholeChromium(): Promise<Browser> {
  return await launchChromium(WHOLE_CHROMIUM);
}

export async function launchChromium(
  executablePath = CHROMIUM,
  more: readonly string[] = [],
): Promise<Browser> {
  return await chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--host-resolver-rules=MAP *.localhost 127.0.0.1",
      ...more,
    ],
  });
}
