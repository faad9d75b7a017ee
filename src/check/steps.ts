import { makeHider } from "../lib/redact.ts";
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
  /** Start of the timeout message: "No response" becomes "No response within 5000 ms." */
  late: string;
  detail?: (result: T) => string;
}

export interface StepLog {
  readonly list: readonly Step[];
  run<T>(plan: StepPlan<T>, work: () => Promise<T>): Promise<T>;
  add(step: Omit<Step, "durationMs"> & { durationMs?: number }): void;
  /** A list of its own that hides the same secrets; its timeout messages count here too, behind the prefix. */
  nest(prefix: string): StepLog;
  setTimeoutMessage(late: string): void;
  timeoutMessage(): string;
  hide(secret: string): void;
  clean(text: string): string;
}

interface StepLogOptions {
  timeoutMs: number;
  signal: AbortSignal;
  now(): number;
  secrets?: ReturnType<typeof makeHider>;
  onLate?: (late: string) => void;
}

export function makeStepLog(options: StepLogOptions): StepLog {
  const { timeoutMs, signal, now, secrets = makeHider("[hidden]"), onLate } = options;
  const list: Step[] = [];
  let late = "No result";

  const setLate = (sentence: string) => {
    late = sentence;
    onLate?.(sentence);
  };

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
      setLate(plan.late);
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
      list.push({ durationMs: 0, ...step, label: clean(step.label), detail: clean(step.detail) }),
    nest: (prefix) =>
      makeStepLog({ ...options, secrets, onLate: (sentence) => setLate(`${prefix}${sentence}`) }),
    setTimeoutMessage: setLate,
    timeoutMessage,
    hide: secrets.add,
    clean,
  };
}
