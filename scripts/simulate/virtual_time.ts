interface Moment {
  at: number;
  order: number;
  run: () => void;
}

const MOST_TURNS_A_MINUTE = 60_000;

const drained = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Time passes only between events. Events of the same millisecond run in the order they were scheduled, and each runs
 * until nothing is left to do before the next starts.
 */
export class VirtualTime {
  readonly #heap: Moment[] = [];
  readonly #atTurnEnd: (() => void)[] = [];
  readonly #startedAt: number;
  #order = 0;
  #skewMs = 0;
  #minute = 0;
  #turnsInMinute = 0;
  elapsedMs = 0;
  turns = 0;
  /** Real work of the process, such as encryption, which takes no virtual time. */
  realWork = 0;

  constructor(startedAt: number) {
    this.#startedAt = startedAt;
  }

  now(): number {
    return this.#startedAt + this.elapsedMs + this.#skewMs;
  }

  jump(byMs: number): void {
    this.#skewMs += byMs;
  }

  after(ms: number, run: () => void): Moment {
    const moment = { at: this.elapsedMs + Math.max(0, Math.ceil(ms)), order: this.#order++, run };
    push(this.#heap, moment);
    return moment;
  }

  cancel(moment: Moment): void {
    moment.run = () => {};
  }

  atTurnEnd(run: () => void): void {
    this.#atTurnEnd.push(run);
  }

  async runUntil(elapsedMs: number): Promise<void> {
    await this.#rest();
    for (let next = this.#heap[0]; next && next.at <= elapsedMs; next = this.#heap[0]) {
      this.elapsedMs = next.at;
      this.#countTurn();
      while (this.#heap[0]?.at === next.at) pop(this.#heap)?.run();
      this.turns += 1;
      await this.#rest();
    }
    this.elapsedMs = elapsedMs;
  }

  /** A loop that never waits would stop time forever. */
  #countTurn(): void {
    const minute = Math.floor(this.elapsedMs / 60_000);
    if (minute !== this.#minute) [this.#minute, this.#turnsInMinute] = [minute, 0];
    this.#turnsInMinute += 1;
    if (this.#turnsInMinute > MOST_TURNS_A_MINUTE) throw new Error("Something goes round in circles.");
  }

  async #rest(): Promise<void> {
    do {
      await drained();
      while (this.realWork > 0) await drained();
      for (const run of this.#atTurnEnd.splice(0)) run();
    } while (this.#atTurnEnd.length > 0);
  }
}

function isBefore(a: Moment, b: Moment): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Moment[], moment: Moment): void {
  let at = heap.push(moment) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || !isBefore(moment, above)) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = moment;
}

function pop(heap: Moment[]): Moment | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    const left = heap[child];
    const right = heap[child + 1];
    if (!left) break;
    const least = right && isBefore(right, left) ? right : left;
    if (least === right) child += 1;
    if (!isBefore(least, last)) break;
    heap[at] = least;
    at = child;
  }
  heap[at] = last;
  return first;
}
