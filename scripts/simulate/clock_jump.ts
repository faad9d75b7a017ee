import type { Random } from "./random.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
const JUMPS_MINUTES = [-120, -20, -5, -1, 1, 10, 120] as const;

/** The clock of all parts is set forward or back at once. Waiting timers and alarms don't notice. */
export function planClockJump(world: World, random: Random): void {
  const { time, trace } = world.host;
  const byMs = random.pick(JUMPS_MINUTES) * MINUTE_MS;
  time.after(random.whole(15 * MINUTE_MS, 0.6 * world.scenario.busyMs), () => {
    const before = time.now();
    time.jump(byMs);
    trace(`the clock jumped by ${byMs / MINUTE_MS} minutes`);
    world.beginAnew({ at: Math.max(before, time.now()), known: new Set() });
  });
}
