interface PaceLimits {
  /** More share a wake-up, but delay each other by a millisecond or two, and their alerts if they fail. */
  atOnce: number;
  atOnceAfterFailure: number;
  /** All checks start within this time, even if no target responds. */
  spanMs: number;
  mostGapMs: number;
}

export const SCHEDULED: PaceLimits = { atOnce: 10, atOnceAfterFailure: 5, spanMs: 400, mostGapMs: 64 };

/**
 * An import would start thousands of first checks within a second, and workerd never returns the memory they take.
 * They have no fixed time, so the next one starts when one ends, or after five seconds if targets hang.
 */
export const FIRST_CHECKS: PaceLimits = {
  atOnce: 5,
  atOnceAfterFailure: 5,
  spanMs: 30_000,
  mostGapMs: 5_000,
};

interface Clock {
  now(): number;
  after(ms: number, go: () => void): void;
}

interface Waiting {
  at: number;
  go: () => void;
}

/**
 * Starts due checks a few at a time: if started in the same millisecond they would wait for each other, and that wait
 * would count as the target's response time. The next starts when one ends, or at its own moment.
 */
export class StartPace {
  readonly #clock: Clock;
  readonly #limits: PaceLimits;
  #underWay = 0;
  #waiting: Waiting[] = [];
  #gapMs = 0;
  #groupAt = 0;
  #inGroup: number;
  #atOnce: number;
  /** One timer for all: it is rarely needed while targets respond, and each wake-up is billed. */
  #hasTimer = false;

  constructor(clock: Clock, limits = SCHEDULED) {
    this.#clock = clock;
    this.#limits = limits;
    [this.#inGroup, this.#atOnce] = [limits.atOnce, limits.atOnce];
  }

  expect(count: number): void {
    const { atOnce, spanMs, mostGapMs } = this.#limits;
    this.#atOnce = atOnce;
    const groups = Math.ceil(count / atOnce);
    this.#gapMs = Math.min(mostGapMs, Math.floor(spanMs / Math.max(1, groups - 1)));
  }

  turn(): Promise<void> {
    const now = this.#clock.now();
    if (this.#underWay < this.#atOnce && this.#waiting.length === 0) {
      [this.#groupAt, this.#inGroup] = [now, this.#atOnce];
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

  end({ hasFailed }: { hasFailed: boolean }): void {
    if (hasFailed) this.#atOnce = this.#limits.atOnceAfterFailure;
    this.#underWay -= 1;
    if (this.#underWay < this.#atOnce) this.#beginNext();
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
      // A clock set back must not keep checks waiting.
      while (this.#waiting[0] && (this.#waiting[0].at <= now || this.#isTooFar(this.#waiting[0].at - now)))
        this.#beginNext();
      if (this.#waiting[0]) this.#wakeAt(this.#waiting[0].at);
    });
  }

  #nextMoment(now: number): number {
    const isFull = this.#inGroup >= this.#atOnce;
    const next = this.#groupAt + (isFull ? this.#gapMs : 0);
    const isAhead = next >= now && !this.#isTooFar(next - now);
    this.#inGroup = isFull || !isAhead ? 1 : this.#inGroup + 1;
    this.#groupAt = isAhead ? next : now;
    return this.#groupAt;
  }

  #isTooFar(waitMs: number): boolean {
    return waitMs > 2 * this.#limits.spanMs;
  }
}
