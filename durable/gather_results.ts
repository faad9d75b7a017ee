import type { SharedResult, SharedResults } from "../src/objects/prober.ts";

const GATHER_MS = 200;
/** Short, because an alert waits for it; long enough for targets that fail at the same moment. */
const FAILURE_GATHER_MS = 2;

export async function gatherResults(running: Map<number, Promise<SharedResult>>): Promise<SharedResults> {
  const answers: SharedResult[] = [];
  const timeUp = Promise.withResolvers<null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  while (running.size > 0) {
    const one = await Promise.race([timeUp.promise, ...running.values()]);
    if (!one) break;
    answers.push(one);
    running.delete(one.at);
    const isUp = one.answer.status === "up";
    if (timer && isUp) continue;
    clearTimeout(timer);
    timer = setTimeout(() => timeUp.resolve(null), isUp ? GATHER_MS : FAILURE_GATHER_MS);
  }
  clearTimeout(timer);
  return { answers, more: running.size > 0 ? async () => await gatherResults(running) : null };
}
