import { makeHider } from "../lib/hide_secrets.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import { CheckFault, tellFault } from "./fault.ts";
import { cutExcerpts } from "./quote.ts";

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
  /** Hides this secret in all later steps, in every encoding. */
  hide(secret: string): void;
  /** The text without secrets, its quotes shortened. */
  clean(text: string): string;
}

interface StepLogOptions {
  timeoutMs: number;
  signal: AbortSignal;
  now(): number;
}

export function makeStepLog({ timeoutMs, signal, now }: StepLogOptions): StepLog {
  const list: Step[] = [];
  const secrets = makeHider("[hidden]");
  let late = "No result";

  const clean = (text: string) => cutExcerpts(secrets.hide(text));

  const tellLate = () => `${late} within ${timeoutMs} ms.`;

  return {
    list,
    async run(plan, work) {
      const startedAt = now();
      const write = (status: CheckStatus, detail: string) => {
        const durationMs = now() - startedAt;
        list.push({ label: clean(plan.label), status, detail: clean(detail), durationMs });
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
    add: (step) =>
      list.push({ ...step, label: clean(step.label), detail: clean(step.detail), durationMs: 0 }),
    sayLate(sentence) {
      late = sentence;
    },
    tellLate,
    hide: secrets.add,
    clean,
  };
}
