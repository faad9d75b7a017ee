import type { ProbeResult } from "../../src/check/probe.ts";
import { describeAway } from "../../src/domain/agent/away.ts";
import type { WatchedAgent } from "../../src/domain/monitor/watch_plan.ts";
import type { AgentCheck, AgentCheckGiven } from "../../src/objects/agent.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";

/** Checks of a tick start within this time, and become one message to their agent. */
const GATHER_MS = 20;

export type AskAgent = (
  key: string,
  requests: readonly CheckRequest[],
  give: (given: readonly AgentCheckGiven[]) => Promise<void>,
) => Promise<void>;

/** `isHeld`: the agent is away, which says nothing about the target. */
export type AgentCheckResult = ProbeResult & { isHeld?: boolean };

interface Waiting {
  request: CheckRequest;
  resolve: (check: AgentCheck) => void;
  reject: (error: unknown) => void;
}

export class AgentChecks {
  readonly #ask: AskAgent;
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(ask: AskAgent) {
    this.#ask = ask;
  }

  async check({ key, name }: WatchedAgent, request: CheckRequest): Promise<AgentCheckResult> {
    const check = await new Promise<AgentCheck>((resolve, reject) => {
      const group = this.#waiting.get(key) ?? [];
      group.push({ request, resolve, reject });
      if (group.length > 1) return;
      this.#waiting.set(key, group);
      setTimeout(() => void this.#send(key), GATHER_MS);
    });
    if (!("isAway" in check)) return check;
    const message = describeAway(name, check.since);
    return { status: "down", responseMs: null, message, steps: [], isOwnFault: true, isHeld: true };
  }

  async #send(key: string): Promise<void> {
    const group = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    try {
      await this.#ask(
        key,
        group.map(({ request }) => request),
        async (given) => {
          for (const { at, check } of given) group[at]?.resolve(check);
        },
      );
      throw new Error("The agent's object didn't respond.");
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}
