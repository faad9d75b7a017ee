/** So many are under way at once while they answer: what they cost each other is less than a millisecond or two. */
const AT_ONCE = 4;
/** All that are due together have begun within this, however slow those before them are. */
const SPAN_MS = 400;
/** Nobody waits longer for the four before. */
const MOST_GAP_MS = 64;

interface Clock {
  now(): number;
  after(ms: number, go: () => void): void;
}

interface Waiting {
  /** When it begins at the latest. */
  at: number;
  go: () => void;
}

/**
 * Lets checks that are due together begin a few at a time: begun in the same millisecond, they would wait for each other,
 * and the time that is told would be theirs and not the target's. The next begins when one has ended, or when its own
 * moment has come.
 */
export class StartPace {
  readonly #clock: Clock;
  #underWay = 0;
  #waiting: Waiting[] = [];
  #gapMs = 0;
  /** When the group that gathers begins at the latest. */
  #groupAt = 0;
  #inGroup = AT_ONCE;
  /** One for all that wait: where targets answer, few moments are waited for, and each wake is paid. */
  #hasTimer = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** So many are to begin from now on. */
  expect(count: number): void {
    const groups = Math.ceil(count / AT_ONCE);
    this.#gapMs = Math.min(MOST_GAP_MS, Math.floor(SPAN_MS / Math.max(1, groups - 1)));
  }

  /** Resolves when the one that asks may begin; it says when it has ended. */
  turn(): Promise<void> {
    const now = this.#clock.now();
    if (this.#underWay < AT_ONCE && this.#waiting.length === 0) {
      [this.#groupAt, this.#inGroup] = [now, AT_ONCE];
      this.#underWay += 1;
      return Promise.resolve();
    }
    const at = this.#nextMoment(now);
    if (at <= now) {
      this.#underWay += 1;
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ at, go: resolve });
    this.#wakeAt(at);
    return promise;
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay < AT_ONCE) this.#beginNext();
  }

  #beginNext(): void {
    const next = this.#waiting.shift();
    if (!next) return;
    this.#underWay += 1;
    next.go();
  }

  #wakeAt(at: number): void {
    if (this.#hasTimer) return;
    this.#hasTimer = true;
    this.#clock.after(Math.max(0, at - this.#clock.now()), () => {
      this.#hasTimer = false;
      const now = this.#clock.now();
      // A clock that was set back must keep nobody waiting.
      while (this.#waiting[0] && (this.#waiting[0].at <= now || this.#waiting[0].at - now > 2 * SPAN_MS))
        this.#beginNext();
      if (this.#waiting[0]) this.#wakeAt(this.#waiting[0].at);
    });
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
