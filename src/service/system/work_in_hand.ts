/** Below the ten seconds that whoever stops a container waits before killing it. */
const GRACE_MS = 8000;
const LOOK_MS = 20;

/** Of this isolate, which is all there is of a local run. */
let inHand = 0;
let isStopping = false;

/** True once nothing new may be begun: what isn't begun goes on with the next start. */
export function isEnding(): boolean {
  return isStopping;
}

/** Does what a stop waits for: sending, and writing down what became of it. */
export async function holdStop<T>(work: () => Promise<T>): Promise<T> {
  inHand += 1;
  try {
    return await work();
  } finally {
    inHand -= 1;
  }
}

/** Begins nothing more, and answers when all that was begun is over, or has taken too long. */
export async function finishWork(): Promise<void> {
  isStopping = true;
  const deadline = Date.now() + GRACE_MS;
  while (inHand > 0 && Date.now() < deadline) await scheduler.wait(LOOK_MS);
}
