import type { ProbeAnswer, ProbeRequest } from "../check/probe.ts";
import type { Config } from "../lib/config.ts";

export interface CheckRequest extends ProbeRequest {
  /**
   * The monitor whose stored config this is, still sealed and with vault references; without it the config is
   * plain.
   */
  key?: string | undefined;
}

export type OpenedConfig = { config: Config } | { fault: ProbeAnswer };

export interface SharedAnswer {
  at: number;
  answer: ProbeAnswer;
}

/** `more` returns the answers still missing; null once all are here. */
export interface SharedAnswers {
  answers: readonly SharedAnswer[];
  more: (() => Promise<SharedAnswers>) | null;
}

export interface ProberEntrypoint {
  check(request: CheckRequest): Promise<ProbeAnswer>;
  /** Runs quick checks in one invocation. A hanging target delays no other. */
  checkTogether(requests: readonly CheckRequest[]): Promise<SharedAnswers>;
  open(requests: readonly CheckRequest[], agentKey: string): Promise<OpenedConfig[]>;
}
