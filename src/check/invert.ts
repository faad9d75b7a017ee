import type { CheckStatus } from "../schema/check_status.ts";
import type { StepLog } from "./steps.ts";

interface Outcome {
  status: CheckStatus;
  message: string;
}

export function invert<T extends Outcome>(found: T, steps: Pick<StepLog, "add">): T {
  const isAsWanted = found.status === "down";
  const status: CheckStatus = isAsWanted ? "up" : "down";
  const detail = isAsWanted ? "down, as expected." : "expected down.";
  steps.add({ label: "Inverted", status, detail });
  return { ...found, status, message: `Inverted: ${detail} ${found.message}` };
}
