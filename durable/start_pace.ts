/** All that are due together have begun within this. */
const SPAN_MS = 480;
/** Further apart they need not be: what one costs is over by then. */
const MOST_GAP_MS = 16;

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Lets checks that are due together begin one after another: begun in the same millisecond, they would wait for each
 * other, and the time that is told would be theirs and not the target's. Each keeps its place from tick to tick, so that
 * 10 seconds stay 10 seconds.
 */
export class StartPace {
  readonly #clock: Clock;
  #gapMs = 0;
  #next = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** So many are to begin from now on. */
  expect(count: number): void {
    this.#gapMs = Math.min(MOST_GAP_MS, Math.floor(SPAN_MS / Math.max(1, count - 1)));
  }

  /** Resolves when the one that asks may begin. */
  async turn(): Promise<void> {
    const now = this.#clock.now();
    // A clock that was set back must keep nobody waiting.
    const at = this.#next > now && this.#next - now <= 2 * SPAN_MS ? this.#next : now;
    this.#next = at + this.#gapMs;
    if (at > now) await this.#clock.wait(at - now);
  }
}
