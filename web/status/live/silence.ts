import { isSilent } from "../../lib/retry.ts";

const POLL_MS = 1000;

let heardAt = Date.now();
let waitingSince = heardAt;
let isSilenced = false;

export function watchSilence(isStreaming: () => boolean, onSilent: (heardAt: number) => void): void {
  setInterval(() => {
    if (isSilenced || document.hidden) return;
    if (!isSilent({ heardAt, waitingSince, isStreaming: isStreaming() }, Date.now())) return;
    isSilenced = true;
    onSilent(heardAt);
  }, POLL_MS);
}

export function hear(): boolean {
  heardAt = Date.now();
  return isSilenced;
}

export function endSilence(): void {
  hear();
  isSilenced = false;
}

/** Time while the page was hidden doesn't count as silence. */
export function restartSilence(): void {
  waitingSince = Date.now();
}
