/** So many begin at once: what they cost each other is less than a millisecond or two, and waking for each costs more. */
const AT_ONCE = 4;
/** All that are due together have begun within this. */
const SPAN_MS = 400;
/** Further apart they need not be: most targets have answered by then. */
const MOST_GAP_MS = 64;

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Lets checks that are due together begin a few at a time: begun in the same millisecond, they would wait for each other,
 * and the time that is told would be theirs and not the target's. Each keeps its place from tick to tick, so that 10
 * seconds stay 10 seconds.
 */
export class StartPace {
  readonly #clock: Clock;
  #gapMs = 0;
  /** When the group that gathers begins. */
  #groupAt = 0;
  #inGroup = AT_ONCE;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** So many are to begin from now on. */
  expect(count: number): void {
    const groups = Math.ceil(count / AT_ONCE);
    this.#gapMs = Math.min(MOST_GAP_MS, Math.floor(SPAN_MS / Math.max(1, groups - 1)));
  }

  /** Resolves when the one that asks may begin. */
  async turn(): Promise<void> {
    const now = this.#clock.now();
    const isFull = this.#inGroup >= AT_ONCE;
    const next = this.#groupAt + (isFull ? this.#gapMs : 0);
    // What is over is over, and a clock that was set back must keep nobody waiting.
    const isAhead = next >= now && next - now <= 2 * SPAN_MS;
    const at = isAhead ? next : now;
    this.#inGroup = isFull || !isAhead ? 1 : this.#inGroup + 1;
    this.#groupAt = at;
    if (at > now) await this.#clock.wait(at - now);
  }
}
