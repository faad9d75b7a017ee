import type { Context } from "../../src/service/context.ts";
import {
  deleteChannel,
  deleteMonitor,
  endSnooze,
  snoozeUntil,
  updateEnabled,
  updatePaused,
  updateRules,
} from "./operator.ts";
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

interface Operations {
  turn: (context: Context, key: string, isOn: boolean) => Promise<void>;
  remove: (context: Context, key: string) => Promise<void>;
}

const MONITOR: Operations = {
  turn: async (context, key, isOn) => await updatePaused(context, key, !isOn),
  remove: deleteMonitor,
};
const CHANNEL: Operations = { turn: updateEnabled, remove: deleteChannel };

export function planEdits(world: World, random: Random): void {
  const { startedAt, busyMs, monitors, channels } = world.scenario;
  const busy = { from: startedAt + MINUTE_MS, to: startedAt + busyMs };
  for (const { key, ...monitor } of monitors) {
    const own = random.fork(key);
    const edits = [
      ...drawEdits(own, key, { busy, operations: MONITOR, moment: () => drawMoment(own, monitor, busy) }),
      ...drawChanges(random.fork(`rules of ${key}`), key, busy),
    ];
    const later = random.fork(`snoozes of ${key}`);
    const snoozes = drawSnoozes(later, key, () => drawMoment(later, monitor, busy));
    void follow(
      world,
      [...edits, ...snoozes].toSorted((a, b) => a.at - b.at),
    );
  }
  for (const { key } of channels) {
    const own = random.fork(key);
    if (!own.chance(0.4)) continue;
    const monitor = monitors[own.whole(0, monitors.length - 1)];
    const moment = () => drawMoment(own, monitor ?? { phases: [] }, busy);
    void follow(world, drawEdits(own, key, { busy, operations: CHANNEL, moment }));
  }
}

function drawEdits(
  random: Random,
  key: string,
  { busy, operations, moment }: { busy: Span; operations: Operations; moment: () => number },
): Edit[] {
  const { turn, remove } = operations;
  const edits: Edit[] = [];
  const plan = (at: number, isOn: boolean) =>
    edits.push({ at, work: async (context) => await turn(context, key, isOn) });
  let at = moment();
  for (let i = random.whole(0, 3); i > 0; i--) {
    plan(at, false);
    at += random.pick([5 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS]);
    if (random.chance(0.15)) break;
    plan(at, true);
    at += random.pick([5 * SECOND_MS, 2 * MINUTE_MS, 20 * MINUTE_MS]);
  }
  if (random.chance(0.3)) edits.push({ at: moment(), work: async (context) => await remove(context, key) });
  return edits.filter((edit) => edit.at < busy.to).toSorted((a, b) => a.at - b.at);
}

function drawSnoozes(random: Random, key: string, moment: () => number): Edit[] {
  return Array.from({ length: random.pick([0, 0, 1, 2, 3]) }, moment).flatMap((at) => {
    const until = at + random.pick([1, 5, 20, 60]) * MINUTE_MS;
    const edits = [{ at, work: async (context: Context) => await snoozeUntil(context, key, until) }];
    if (random.chance(0.3))
      edits.push({
        at: at + random.whole(1, 20) * MINUTE_MS,
        work: async (context) => await endSnooze(context, key),
      });
    return edits;
  });
}

function drawChanges(random: Random, key: string, { from, to }: Span): Edit[] {
  return Array.from({ length: random.pick([0, 0, 1, 2]) }, () => {
    const rules = {
      intervalSecs: random.pick([10, 30, 60]),
      retries: random.pick([1, 2]),
      failureThreshold: random.pick([1, 2, 3]),
      recoveryThreshold: random.pick([1, 2]),
    };
    return { at: random.whole(from, to), work: async (context) => await updateRules(context, key, rules) };
  });
}

function drawMoment(random: Random, { phases }: Pick<Monitor, "phases">, { from, to }: Span): number {
  const failures = phases.filter(({ status }) => status !== "up");
  const failure = failures[random.whole(0, Math.max(0, failures.length - 1))];
  if (failure && random.chance(0.6)) return failure.from + random.whole(0, 5 * MINUTE_MS);
  return random.whole(from, to);
}

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
