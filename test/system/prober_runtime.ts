import type { ProbeResult } from "../../src/check/probe.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";
import type { SharedOrder } from "./prober_worker.ts";
import { startWorker } from "./worker_runtime.ts";

export interface ProberRuntime {
  check(request: CheckRequest): Promise<ProbeResult>;
  checkTogether(order: SharedOrder): Promise<ProbeResult[]>;
  stop(): Promise<void>;
}

export async function startProber(options: { trusts?: string } = {}): Promise<ProberRuntime> {
  const { ask, stop } = await startWorker("prober_worker.ts", options);
  return {
    check: (request) => ask<ProbeResult>(request),
    checkTogether: (order) => ask<ProbeResult[]>(order),
    stop,
  };
}
