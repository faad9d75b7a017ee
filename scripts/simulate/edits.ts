import type { Context } from "../../src/service/context.ts";
import { remove, updatePaused } from "./operator.ts";
import type { Random } from "./random.ts";
import type { Monitor } from "./scenario.ts";
import type { Span } from "./spans.ts";
import type { World } from "./world.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

interface Edit {
  at: number;
  work: (context: Context) => Promise<void>;
}

/** Operators pause monitors, resume most of them, and delete some, often while they fail. */
export function planEdits(world: World, random: Random): void {
  const { startedAt, busyMs, monitors } = world.scenario;
  const busy = { from: startedAt + MINUTE_MS, to: startedAt + busyMs };
  for (const monitor of monitors) void follow(world, drawEdits(random.fork(monitor.key), monitor, busy));
}

function drawEdits(random: Random, monitor: Monitor, busy: Span): Edit[] {
  const { key } = monitor;
  const edits: Edit[] = [];
  const setPaused = (at: number, paused: boolean) =>
    edits.push({ at, work: async (context) => await updatePaused(context, key, paused) });
  let at = drawMoment(random, monitor, busy);
  for (let i = random.whole(0, 3); i > 0; i--) {
    setPaused(at, true);
    at += random.pick([5 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]);
    if (random.chance(0.15)) break;
    setPaused(at, false);
    at += random.pick([5 * SECOND_MS, 2 * MINUTE_MS, 20 * MINUTE_MS]);
  }
  if (random.chance(0.3))
    edits.push({
      at: drawMoment(random, monitor, busy),
      work: async (context) => await remove(context, key),
    });
  return edits.filter((edit) => edit.at < busy.to).toSorted((a, b) => a.at - b.at);
}

function drawMoment(random: Random, { phases }: Monitor, { from, to }: Span): number {
  const failures = phases.filter(({ status }) => status !== "up");
  const failure = failures[random.whole(0, Math.max(0, failures.length - 1))];
  if (failure && random.chance(0.6)) return failure.from + random.whole(0, 5 * MINUTE_MS);
  return random.whole(from, to);
}

/** Each edit is repeated until it succeeds, and the next waits for it. */
async function follow(world: World, edits: readonly Edit[]): Promise<void> {
  const { time } = world.host;
  const waitUntil = async (at: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    time.after(Math.max(0, at - time.now()), resolve);
    await promise;
  };
  for (const { at, work } of edits) {
    await waitUntil(at);
    while (!(await succeeds(world, work))) await waitUntil(time.now() + MINUTE_MS);
  }
}

async function succeeds(world: World, work: Edit["work"]): Promise<boolean> {
  return await world.operate(work).then(
    () => true,
    () => false,
  );
}
