import type { ProbeResult } from "../check/probe.ts";
import type { CheckRequest } from "./prober.ts";

/** `isAway`: nothing was checked, so the target's state is unknown. */
export type AgentCheck = ProbeResult | { isAway: true; since: number | null };

export interface AgentCheckGiven {
  at: number;
  check: AgentCheck;
}

export interface AgentLack {
  what: string;
  reason: string;
}

/** `notMade`: the agent's own machine or connection prevented the check. */
export interface LastHour {
  checks: number;
  notMade: number;
}

export interface AgentProcess {
  version: string;
  host: string;
  address: string;
  connectedAt: number;
  lacks: AgentLack[];
  lastHour: LastHour | null;
  roundTripMs: number | null;
}

export interface AgentGlance {
  status: "online" | "away" | "never";
  since: number | null;
  lastSeenAt: number | null;
  processes: AgentProcess[];
  last: Pick<AgentProcess, "version" | "host" | "address"> | null;
}

export interface AgentArrival extends Omit<AgentProcess, "connectedAt" | "lastHour" | "roundTripMs"> {
  key: string;
  publicKey: string;
  tokenHash: string;
  awayAfterSecs: number;
}

/** The tokens that processes connected with last. Null if they connected before Uptide stored this. */
export interface TokenUse {
  used: readonly string[] | null;
}

export interface AgentObject extends Rpc.DurableObjectBranded {
  fetch(request: Request): Promise<Response>;
  /** `give` gets each check once, in groups as they arrive; `check` returns when all are given. */
  check(
    key: string,
    requests: readonly CheckRequest[],
    give: (given: readonly AgentCheckGiven[]) => Promise<void>,
  ): Promise<void>;
  glance(): Promise<AgentGlance>;
  planRecheck(key: string): Promise<TokenUse>;
  /** Reads the agent again: takes its settings, ends connections without a valid token, forgets a deleted agent. */
  recheck(key: string): Promise<void>;
}
