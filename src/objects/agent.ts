import type { ProbeAnswer } from "../check/probe.ts";
import type { CheckRequest } from "./prober.ts";

/** `isAway`: nothing was checked, and nothing is known about the target. */
export type AgentCheck = ProbeAnswer | { isAway: true; since: number | null };

export interface AgentCheckGiven {
  at: number;
  check: AgentCheck;
}

export interface AgentLack {
  what: string;
  reason: string;
}

/** `notMade`: nothing was learned about the target, because of the agent's own machine or connection. */
export interface LastHour {
  checks: number;
  notMade: number;
}

export interface AgentProcess {
  version: string;
  host: string;
  address: string;
  connectedAt: number;
  /** What its machine can't do. */
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

/** With each connection, from the Worker that has checked its token. */
export interface AgentArrival extends Omit<AgentProcess, "connectedAt" | "lastHour" | "roundTripMs"> {
  key: string;
  publicKey: string;
  tokenHash: string;
  awayAfterSecs: number;
  tokenUntil: number | null;
}

export interface AgentObject extends Rpc.DurableObjectBranded {
  fetch(request: Request): Promise<Response>;
  /** `give` gets each check once, in groups as they come in; it returns when all are given. */
  check(
    key: string,
    requests: readonly CheckRequest[],
    give: (given: readonly AgentCheckGiven[]) => Promise<void>,
  ): Promise<void>;
  glance(): Promise<AgentGlance>;
  setAwayAfter(secs: number): Promise<void>;
  /** Connections with this token are closed at that time. */
  endToken(tokenHash: string, until: number): Promise<void>;
  forget(): Promise<void>;
}
