import { makeHider } from "../lib/hide_secrets.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import { CheckFault, faultMessage } from "./fault.ts";
import { cutExcerpts } from "./quote.ts";

export interface Step {
  label: string;
  status: CheckStatus;
  detail: string;
  durationMs: number;
}

interface StepPlan<T> {
  label: string;
  /** Start of the timeout message: "No answer" becomes "No answer within 5000 ms." */
  late: string;
  detail?: (result: T) => string;
}

export interface StepLog {
  readonly list: readonly Step[];
  run<T>(plan: StepPlan<T>, work: () => Promise<T>): Promise<T>;
  add(step: Omit<Step, "durationMs">): void;
  setTimeoutMessage(late: string): void;
  timeoutMessage(): string;
  hide(secret: string): void;
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

  const timeoutMessage = () => `${late} within ${timeoutMs} ms.`;

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
        const fault = signal.aborted ? new CheckFault("timeout", timeoutMessage(), { cause: error }) : error;
        write("down", faultMessage(fault) ?? "An internal error.");
        throw fault;
      }
    },
    add: (step) =>
      list.push({ ...step, label: clean(step.label), detail: clean(step.detail), durationMs: 0 }),
    setTimeoutMessage(sentence) {
      late = sentence;
    },
    timeoutMessage,
    hide: secrets.add,
    clean,
  };
}
