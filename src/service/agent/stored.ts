import { type AgentRow, findAgent } from "../../data/agent.ts";
import { openDb } from "../../data/db.ts";
import type { Env } from "../../env.ts";
import { within } from "../../lib/within.ts";

const TIMEOUT_MS = 10_000;

export async function findStoredAgent(env: Env, key: string): Promise<AgentRow | null> {
  return await within(TIMEOUT_MS, async () => await findAgent(openDb(env.DB), key));
}
