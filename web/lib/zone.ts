import { isTimezone } from "../../src/lib/wall_clock.ts";

/** A copy of the account's time zone, so times are right before the session loads. */
const KEY = "uptide-panel-time-zone";

const browser = globalThis as {
  localStorage?: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  document?: unknown;
};

/** Empty: the browser's. Formats are created once, so a change needs a reload. */
export const chosenZone = browser.document ? readChosen() : "";

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

/** Compares with what was actually stored: otherwise a browser without storage would reload forever. */
export function isZoneOutdated(): boolean {
  const stored = readChosen();
  // A page's first format takes several milliseconds: without a change there is nothing to resolve.
  return stored !== chosenZone && (stored || browserZone()) !== zone();
}

function readChosen(): string {
  try {
    const stored = browser.localStorage?.getItem(KEY) ?? "";
    return stored && isTimezone(stored) ? stored : "";
  } catch {
    return "";
  }
}
