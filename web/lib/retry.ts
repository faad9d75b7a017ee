const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** After this long without any data, the state is unknown. */
const SILENCE_MS = 30_000;
/** An open stream sends something every 30 seconds, so a silent one is dead, whatever the browser reports. */
export const STALL_MS = 40_000;

/** `chance` (0 to 1) is the jitter that spreads clients of the same server. */
export function retryDelayMs(failures: number, chance: number): number {
  if (failures === 0) return FIRST_MS + 400 * chance;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.75 + 0.25 * chance);
}

export function makeRetry(again: () => void) {
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    stop,
    reset() {
      failures = 0;
    },
    after({ status }: { status: number }): void {
      stop();
      if (status === 0 || status >= 500) timer = setTimeout(again, retryDelayMs(failures++, Math.random()));
    },
  };
}

interface Contact {
  heardAt: number;
  /** Time while the page is hidden doesn't count. */
  waitingSince: number;
  isStreaming: boolean;
}

export function isSilent({ heardAt, waitingSince, isStreaming }: Contact, now: number): boolean {
  return now - Math.max(heardAt, waitingSince) > (isStreaming ? STALL_MS : SILENCE_MS);
}
