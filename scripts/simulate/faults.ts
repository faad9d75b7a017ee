import { currentLife } from "./life.ts";
import type { Random } from "./random.ts";

const CHANCES = {
  database_fails: 0.01,
  database_fails_after: 0.01,
  database_slow: 0.004,
  /** Drawn once a day; lasts an hour or more. */
  database_away: 0.5,
  alarm_late: 0.01,
  alarm_twice: 0.02,
  alarm_lost: 0.003,
  call_fails: 0.004,
  call_fails_after: 0.004,
  object_stops: 0.004,
  /** An old instance runs on beside its successor: it can't write to storage any more, but can still call others. */
  object_lingers: 0.002,
  storage_slow: 0.02,
  invocation_stops: 0.01,
  queue_refuses: 0.02,
  queue_loses: 0.03,
  queue_doubles: 0.05,
  queue_late: 0.05,
  cron_missed: 0.05,
  cron_twice: 0.05,
  prober_fails: 0.002,
  response_lost: 0.02,
  agent_cut: 0.004,
  agent_late: 0.01,
  agent_twice: 0.02,
  agent_hostile: 0.003,
  /** A write takes effect minutes later. Its sender has ended, and its successor may have written since. */
  write_late: 0.02,
  /** An object gets the rows of a read minutes later, as they were then. */
  read_stale: 0.02,
  s3_refuses: 0.03,
  s3_cut: 0.03,
  s3_late: 0.03,
  s3_response_lost: 0.03,
  /** Drawn twice a day: all objects are reset within half a minute, while running invocations finish. */
  deploy: 0.5,
} as const;

export type FaultKind = keyof typeof CHANCES;
const FAULT_KINDS = Object.keys(CHANCES) as FaultKind[];

export function isFaultKind(name: string): name is FaultKind {
  return name in CHANCES;
}

export interface FaultPlan {
  kinds: readonly FaultKind[];
  /** Stops injecting faults after this many, to shrink a failing run. */
  most: number;
}

export class Faults {
  readonly #random: Random;
  readonly #kinds: ReadonlySet<FaultKind>;
  readonly #streams = new Map<string, Random>();
  readonly #plan: FaultPlan;
  readonly #note: (kind: FaultKind, where: string) => void;
  readonly counts = new Map<FaultKind, number>();
  total = 0;
  isOver = false;

  constructor(random: Random, plan: FaultPlan, note: (kind: FaultKind, where: string) => void) {
    this.#random = random;
    this.#kinds = new Set(plan.kinds);
    this.#plan = plan;
    this.#note = note;
  }

  comes(kind: FaultKind, where: string): boolean {
    if (!this.#kinds.has(kind) || !this.#streamOf(kind).chance(CHANCES[kind])) return false;
    if (this.isOver || this.total >= this.#plan.most) return false;
    this.total += 1;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.#note(kind, where);
    return true;
  }

  size(kind: FaultKind, from: number, to: number): number {
    return this.#streamOf(kind).whole(from, to);
  }

  /** One per kind and caller: if cron makes fewer calls, the faults of a watch stay the same. */
  #streamOf(kind: FaultKind): Random {
    const name = `${kind} of ${currentLife()?.name ?? "the platform"}`;
    let stream = this.#streams.get(name);
    if (!stream) {
      stream = this.#random.fork(name);
      this.#streams.set(name, stream);
    }
    return stream;
  }
}

export function drawFaultKinds(random: Random): FaultKind[] {
  if (random.chance(0.1)) return [];
  const share = random.pick([0.1, 0.3, 0.6, 1]);
  return FAULT_KINDS.filter(() => random.chance(share));
}
