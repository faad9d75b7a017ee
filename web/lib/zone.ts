import { isTimezone } from "../../src/lib/wall_clock.ts";

/** A browser's own choice, from before accounts had one. It counts while the account has none. */
const OF_BROWSER = "uptide-panel-time-zone";
/** A copy of the account's, so times are right before the session loads. */
const OF_ACCOUNT = "uptide-panel-account-time-zone";

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
    if (timeZone) browser.localStorage?.setItem(OF_ACCOUNT, timeZone);
    else browser.localStorage?.removeItem(OF_ACCOUNT);
  } catch {
    // Storage is disabled: the panel keeps the browser's time zone.
  }
}

/** Compares what storage holds, not what was to be stored: a reload that changes nothing would be repeated forever. */
export function isZoneOutdated(): boolean {
  return (readChosen() || browserZone()) !== zone();
}

export function findBrowserChoice(): string {
  return readZone(OF_BROWSER);
}

export function dropBrowserChoice(): void {
  try {
    browser.localStorage?.removeItem(OF_BROWSER);
  } catch {
    // Storage is disabled: there is no choice.
  }
}

function readChosen(): string {
  return readZone(OF_ACCOUNT) || readZone(OF_BROWSER);
}

function readZone(key: string): string {
  try {
    const stored = browser.localStorage?.getItem(key) ?? "";
    return isTimezone(stored) ? stored : "";
  } catch {
    return "";
  }
}
