import { isTimezone } from "../../src/lib/wall_clock.ts";

/** A copy of the account's, so times are right before the session loads. */
const KEY = "uptide-panel-time-zone";

const browser = globalThis as {
  localStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  document?: unknown;
};

/** Empty for the browser's own. Formats are made once, so another choice needs a reload. */
const chosenZone = browser.document ? readChosen() : "";

export function zone(): string {
  return chosenZone || browserZone();
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function keepAccountZone(timeZone: string | null): void {
  try {
    if (timeZone) browser.localStorage?.setItem(KEY, timeZone);
    else browser.localStorage?.removeItem(KEY);
  } catch {
    // Storage is disabled: the panel keeps the browser's time zone.
  }
}

/** Compares what storage holds, not what was to be stored: a reload that changes nothing would be repeated forever. */
export function isZoneOutdated(): boolean {
  return (readChosen() || browserZone()) !== zone();
}

function readChosen(): string {
  try {
    const stored = browser.localStorage?.getItem(KEY) ?? "";
    return isTimezone(stored) ? stored : "";
  } catch {
    return "";
  }
}
