import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { within } from "../../lib/within.ts";
import type { AgentGlance, AgentObject, TokenUse } from "../../objects/agent.ts";

const TIMEOUT_MS = 3000;

export function agentObject(env: Env, key: string): DurableObjectStub<AgentObject> {
  return env.AGENT.getByName(`agent-${key}`);
}

/** If the object can't be reached after the change, it reads the agent again at the planned time. */
export async function updateAgentAndObject(
  env: Env,
  key: string,
  change: (use: TokenUse) => Promise<unknown>,
): Promise<void> {
  const object = agentObject(env, key);
  await change(await object.planRecheck(key));
  try {
    await within(TIMEOUT_MS, async () => await object.recheck(key));
  } catch (error) {
    log("warn", "an agent's object did not follow a change", { agent: key, error });
  }
}

export async function glanceAtAgent(env: Env, key: string): Promise<AgentGlance | null> {
  try {
    return await within(TIMEOUT_MS, async () => await agentObject(env, key).glance());
  } catch (error) {
    log("warn", "an agent object did not respond", { agent: key, error });
    return null;
  }
}
