import { type FaultPlan, Faults } from "./faults.ts";
import { currentLife, type Life } from "./life.ts";
import type { Random } from "./random.ts";
import { VirtualTime } from "./virtual_time.ts";

export interface Host {
  time: VirtualTime;
  random: Random;
  faults: Faults;
  trace: (text: string) => void;
  isTraced: boolean;
}

export function makeHost(
  random: Random,
  {
    startedAt,
    plan,
    onTrace,
  }: { startedAt: number; plan: FaultPlan; onTrace: ((line: string) => void) | null },
): Host {
  const time = new VirtualTime(startedAt);
  const trace = (text: string) => onTrace?.(`${new Date(time.now()).toISOString()} ${text}`);
  const faults = new Faults(random.fork("faults"), plan, (kind, where) => trace(`FAULT ${kind}: ${where}`));
  return { time, random: random.fork("host"), faults, trace, isTraced: onTrace !== null };
}

interface Leaving {
  where: string;
  delayMs: number;
  endsCaller?: boolean;
}

/**
 * An outgoing call waits for earlier writes to be stored, and completes even if the caller stops, which may happen at
 * any call.
 */
export function leave<T>(
  host: Host,
  { where, delayMs, endsCaller = false }: Leaving,
  work: () => T | Promise<T>,
): Promise<T> {
  const life = currentLife();
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const isHeard = () => !life || life.isAlive;
  const go = () => {
    if (endsCaller && life?.stop) host.time.after(1, life.stop);
    else mayStop(host, life, where);
    host.time.after(delayMs, () => {
      void (async () => await work())().then(
        (value) => isHeard() && resolve(value),
        (error: unknown) => isHeard() && reject(error),
      );
    });
  };
  if (life?.gate) void life.gate.then(() => isHeard() && go());
  else go();
  return promise;
}

function mayStop({ time, faults }: Host, life: Life | undefined, where: string): void {
  if (!life?.stop) return;
  const kind = life.name.startsWith("object") ? "object_stops" : "invocation_stops";
  if (!faults.comes(kind, `${life.name} at ${where}`)) return;
  const { stop } = life;
  life.hadFault = true;
  time.after(faults.size(kind, 0, 12), stop);
}
