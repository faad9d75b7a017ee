import type { Env } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { within } from "../../lib/within.ts";
import type { AgentGlance, AgentObject, TokenUse } from "../../objects/agent.ts";

const TIMEOUT_MS = 3000;

export function agentObject(env: Env, key: string): DurableObjectStub<AgentObject> {
  return env.AGENT.getByName(`agent-${key}`);
}

/** If the check after the change fails, the planned one still ends connections with a token that is no longer valid. */
export async function updateTokens(
  env: Env,
  key: string,
  change: (use: TokenUse) => Promise<unknown>,
): Promise<void> {
  const object = agentObject(env, key);
  await change(await object.planTokenCheck(key));
  try {
    await within(TIMEOUT_MS, async () => await object.checkTokens(key));
  } catch (error) {
    log("warn", "failed to check an agent's tokens after a change", { agent: key, error });
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
