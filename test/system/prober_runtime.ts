import type { ProbeAnswer } from "../../src/check/probe.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";
import type { SharedOrder } from "./prober_worker.ts";
import { startWorker } from "./worker_runtime.ts";

export interface ProberRuntime {
  check(request: CheckRequest): Promise<ProbeAnswer>;
  checkTogether(order: SharedOrder): Promise<ProbeAnswer[]>;
  stop(): Promise<void>;
}

export async function startProber(options: { trusts?: string } = {}): Promise<ProberRuntime> {
  const { ask, stop } = await startWorker("prober_worker.ts", options);
  return {
    check: (request) => ask<ProbeAnswer>(request),
    checkTogether: (order) => ask<ProbeAnswer[]>(order),
    stop,
  };
}
