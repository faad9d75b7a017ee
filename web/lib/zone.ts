import { isTimezone } from "../../src/lib/wall_clock.ts";

const KEY = "uptide-panel-time-zone";

const browser = globalThis as {
  localStorage?: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  location?: { reload(): void };
  document?: unknown;
};

/** Empty for the browser's own. */
export const chosenZone = browser.document ? readChoice() : "";

export function zone(): string {
  return chosenZone || browserZone();
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Formats are made once, so another choice reloads the panel. */
export function chooseZone(next: string): void {
  try {
    browser.localStorage?.setItem(KEY, next);
  } catch {
    // Storage is disabled: the panel keeps the browser's time zone.
  }
  browser.location?.reload();
}

function readChoice(): string {
  try {
    const stored = browser.localStorage?.getItem(KEY) ?? "";
    return isTimezone(stored) ? stored : "";
  } catch {
    return "";
  }
}
