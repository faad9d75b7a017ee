import { decideSuspicion, type SelfTestRule } from "../../src/domain/monitor/own_trouble.ts";

/** A failure waits this long for the checks that began with it; then the finished ones decide. */
const HOLD_MS = 20_000;

interface TroubleParts {
  /** Null without references: everything counts, and nothing is held. */
  rule(): SelfTestRule | null;
  askReferences(urls: readonly string[]): Promise<boolean>;
  onTrouble(): void;
}

class Tick {
  readonly #rule: SelfTestRule;
  readonly #parts: TroubleParts;
  #begun = 0;
  #ended = 0;
  #failed = 0;
  #waiting: ((isTheirs: boolean) => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  #verdict: Promise<boolean> | null = null;

  constructor(rule: SelfTestRule, parts: TroubleParts) {
    this.#rule = rule;
    this.#parts = parts;
  }

  begin(): void {
    this.#begun += 1;
  }

  leave(isGood: boolean): void {
    if (isGood) this.#ended += 1;
    else this.#begun -= 1;
    this.#look();
  }

  async fail(): Promise<boolean> {
    this.#ended += 1;
    this.#failed += 1;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push(resolve);
    this.#timer ??= setTimeout(() => this.#look({ isLate: true }), HOLD_MS);
    this.#look();
    return await promise;
  }

  #look({ isLate = false } = {}): void {
    if (this.#waiting.length === 0) return;
    const [ended, failed] = [this.#ended, this.#failed];
    const begun = isLate ? ended : this.#begun;
    const suspicion = this.#verdict ? "suspect" : decideSuspicion({ begun, ended, failed }, this.#rule.share);
    if (suspicion === "open") return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (suspicion === "suspect") void this.#ask().then((isTheirs) => end(waiting, isTheirs));
    else end(waiting, true);
  }

  #ask(): Promise<boolean> {
    this.#verdict ??= this.#parts
      .askReferences(this.#rule.urls)
      // If the references could not be asked, the check's own result stands.
      .catch(() => true)
      .then((doesResponse) => {
        if (!doesResponse) this.#parts.onTrouble();
        return doesResponse;
      });
    return this.#verdict;
  }
}

export type TroubleTick = Pick<Tick, "leave" | "fail">;

export class TroubleJudge {
  readonly #parts: TroubleParts;
  #open: Tick | null = null;

  constructor(parts: TroubleParts) {
    this.#parts = parts;
  }

  join(): TroubleTick | null {
    const rule = this.#parts.rule();
    if (!rule) return null;
    if (!this.#open) {
      this.#open = new Tick(rule, this.#parts);
      queueMicrotask(() => {
        this.#open = null;
      });
    }
    this.#open.begin();
    return this.#open;
  }
}

function end(waiting: readonly ((isTheirs: boolean) => void)[], isTheirs: boolean): void {
  for (const resolve of waiting) resolve(isTheirs);
}
