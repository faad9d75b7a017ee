/** Below the ten seconds after which Docker kills the process. */
const GRACE_MS = 8000;
const POLL_MS = 20;

let inHand = 0;
let isStopping = false;

export function isEnding(): boolean {
  return isStopping;
}

export async function holdStop<T>(work: () => Promise<T>): Promise<T> {
  inHand += 1;
  try {
    return await work();
  } finally {
    inHand -= 1;
  }
}

export async function finishWork(): Promise<void> {
  isStopping = true;
  const deadline = Date.now() + GRACE_MS;
  while (inHand > 0 && Date.now() < deadline) await scheduler.wait(POLL_MS);
}
