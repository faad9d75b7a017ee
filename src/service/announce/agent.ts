import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { within } from "../../lib/within.ts";
import type { AgentGlance, AgentObject } from "../../objects/agent.ts";

const TIMEOUT_MS = 3000;

export function agentObject(env: Env, key: string): DurableObjectStub<AgentObject> {
  return env.AGENT.getByName(`agent-${key}`);
}

export async function glanceAtAgent(env: Env, key: string): Promise<AgentGlance | null> {
  try {
    return await within(TIMEOUT_MS, async () => await agentObject(env, key).glance());
  } catch (error) {
    log("warn", "an agent object did not respond", { agent: key, error });
    return null;
  }
}
