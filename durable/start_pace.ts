/** So many are under way at once while they answer: what they cost each other is less than a millisecond or two. */
const AT_ONCE = 4;
/** All that are due together have begun within this, however slow those before them are. */
const SPAN_MS = 400;
/** Nobody waits longer for the four before. */
const MOST_GAP_MS = 64;

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Lets checks that are due together begin a few at a time: begun in the same millisecond, they would wait for each other,
 * and the time that is told would be theirs and not the target's. The next begins when one has ended, or when its own
 * moment has come.
 */
export class StartPace {
  readonly #clock: Clock;
  #underWay = 0;
  #waiting: (() => void)[] = [];
  #gapMs = 0;
  /** When the group that gathers begins at the latest. */
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

  /** Resolves when the one that asks may begin; it says when it has ended. */
  async turn(): Promise<void> {
    const now = this.#clock.now();
    if (this.#underWay < AT_ONCE && this.#waiting.length === 0) {
      [this.#groupAt, this.#inGroup] = [now, AT_ONCE];
    } else {
      await this.#wait(this.#nextMoment(now) - now);
    }
    this.#underWay += 1;
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay < AT_ONCE) this.#waiting.shift()?.();
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    await Promise.race([promise, this.#clock.wait(ms)]);
    this.#waiting = this.#waiting.filter((other) => other !== resolve);
  }

  #nextMoment(now: number): number {
    const isFull = this.#inGroup >= AT_ONCE;
    const next = this.#groupAt + (isFull ? this.#gapMs : 0);
    // What is over is over, and a clock that was set back must keep nobody waiting.
    const isAhead = next >= now && next - now <= 2 * SPAN_MS;
    this.#inGroup = isFull || !isAhead ? 1 : this.#inGroup + 1;
    this.#groupAt = isAhead ? next : now;
    return this.#groupAt;
  }
}
