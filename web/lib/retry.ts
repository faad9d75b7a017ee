const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** Without a sign of life for this long, nothing is claimed any more. */
const SILENCE_MS = 30_000;
/** An open stream says something every half minute: one that does not is broken, whatever the browser believes. */
export const STALL_MS = 40_000;

/**
 * How long to wait before trying again after so many failures in a row: two seconds at first, twice as long each time,
 * up to a minute. `chance` (0 to 1) keeps those who lost the same server from coming back at one moment.
 */
export function retryDelayMs(failures: number, chance: number): number {
  if (failures === 0) return FIRST_MS + 400 * chance;
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures) * (0.75 + 0.25 * chance);
}

interface Contact {
  /** The last sign of life: an answer, or anything that came by the stream. */
  heardAt: number;
  /** Since when one is waited for at the earliest: nobody waits while the page is hidden. */
  waitingSince: number;
  isStreaming: boolean;
}

export function isSilent({ heardAt, waitingSince, isStreaming }: Contact, now: number): boolean {
  return now - Math.max(heardAt, waitingSince) > (isStreaming ? STALL_MS : SILENCE_MS);
}
