import type { ProbeAnswer, ProbeRequest } from "../check/probe.ts";

export interface CheckRequest extends ProbeRequest {
  /** Of the monitor whose config it is as stored, secrets sealed and vaults referred to; without one it is in the clear. */
  key?: string | undefined;
}

/** One call is one attempt, in an invocation of its own. */
export interface ProberEntrypoint {
  check(request: CheckRequest): Promise<ProbeAnswer>;
}
