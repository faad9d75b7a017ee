import type { CheckStatus } from "../schema/check_status.ts";
import { CheckFault, tellFault } from "./fault.ts";

/** One thing a check did, as `POST /test` tells it. */
export interface Step {
  label: string;
  status: CheckStatus;
  detail: string;
  durationMs: number;
}

interface StepPlan<T> {
  label: string;
  /** The start of the sentence for when time runs out: "No answer", to which " within 5000 ms." is added. */
  late: string;
  detail?: (result: T) => string;
}

export interface StepLog {
  readonly list: readonly Step[];
  /** Does the work and writes down how it went. Past the deadline a failure is told as lateness. */
  run<T>(plan: StepPlan<T>, work: () => Promise<T>): Promise<T>;
  /** Something that was judged and took no time. */
  add(step: Omit<Step, "durationMs">): void;
  /** Lets the step under way tell better what is late. */
  sayLate(late: string): void;
  /** The sentence for the time being up now. */
  tellLate(): string;
  /** From now on this is shown in no step, whoever repeats it. */
  hide(secret: string): void;
  /** The text without what is to be shown nowhere. */
  clean(text: string): string;
}

interface StepLogOptions {
  timeoutMs: number;
  signal: AbortSignal;
  now(): number;
}

export function makeStepLog({ timeoutMs, signal, now }: StepLogOptions): StepLog {
  const list: Step[] = [];
  const secrets: string[] = [];
  let late = "No result";

  const clean = (text: string) => secrets.reduce(hideIn, text);

  const tellLate = () => `${late} within ${timeoutMs} ms.`;

  return {
    list,
    async run(plan, work) {
      const startedAt = now();
      const write = (status: CheckStatus, detail: string) => {
        list.push({ label: plan.label, status, detail: clean(detail), durationMs: now() - startedAt });
      };
      late = plan.late;
      try {
        const result = await work();
        write("up", plan.detail?.(result) ?? "");
        return result;
      } catch (error) {
        const fault = signal.aborted ? new CheckFault("timeout", tellLate(), { cause: error }) : error;
        write("down", tellFault(fault) ?? "An internal error.");
        throw fault;
      }
    },
    add: (step) => list.push({ ...step, detail: clean(step.detail), durationMs: 0 }),
    sayLate(sentence) {
      late = sentence;
    },
    tellLate,
    hide(secret) {
      if (secret.trim() === "") return;
      secrets.push(secret);
      secrets.sort((a, b) => b.length - a.length);
    },
    clean,
  };
}

const SHORT = 4;

/** A secret of a letter or two is hidden where it stands alone, else no word would be left. */
function hideIn(text: string, secret: string): string {
  if (secret.length >= SHORT) return text.replaceAll(secret, "[hidden]");
  const literal = secret.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "gu"), "[hidden]");
}
