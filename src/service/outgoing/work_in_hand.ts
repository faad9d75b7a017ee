/** Below Docker's ten seconds before it kills. */
const GRACE_MS = 8000;
const LOOK_MS = 20;

let inHand = 0;
let isStopping = false;

/** True once stopping: new work waits for the next start. */
export function isEnding(): boolean {
  return isStopping;
}

/** Runs work that a stop waits for. */
export async function holdStop<T>(work: () => Promise<T>): Promise<T> {
  inHand += 1;
  try {
    return await work();
  } finally {
    inHand -= 1;
  }
}

/** Starts nothing new, and resolves when running work is done or out of time. */
export async function finishWork(): Promise<void> {
  isStopping = true;
  const deadline = Date.now() + GRACE_MS;
  while (inHand > 0 && Date.now() < deadline) await scheduler.wait(LOOK_MS);
}
