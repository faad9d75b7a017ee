import type { ProbeRequest, ProbeResult } from "../check/probe.ts";
import type { FilledConfig } from "../domain/vault/fill.ts";

export interface CheckRequest extends ProbeRequest {
  /**
   * The monitor whose stored config this is, still sealed and with vault references; without it the config is
   * plain.
   */
  key?: string | undefined;
}

export type OpenedConfig = FilledConfig | { fault: ProbeResult };

export interface SharedResult {
  at: number;
  answer: ProbeResult;
}

/** `more` returns the missing results; null if none is missing. */
export interface SharedResults {
  answers: readonly SharedResult[];
  more: (() => Promise<SharedResults>) | null;
}

export interface ProberEntrypoint {
  check(request: CheckRequest): Promise<ProbeResult>;
  /** Runs quick checks in one invocation. A hanging target delays no other. */
  checkTogether(requests: readonly CheckRequest[]): Promise<SharedResults>;
  open(requests: readonly CheckRequest[], agentKey: string): Promise<OpenedConfig[]>;
}
