import { listAgentNames } from "../../data/agent.ts";
import { agentsOf, findAgentProblem, noAgent } from "../../domain/monitor/agent_rule.ts";
import { findUnreadable } from "../../domain/vault/agent_vault.ts";
import type { Config } from "../../lib/config.ts";
import { invalid, invalidField, refuseFields } from "../../lib/errors.ts";
import type { Context } from "../context.ts";
import { loadVaultNames } from "../vault/reference.ts";
import { ownerOf, typeOf } from "./config.ts";

interface CheckedMonitor {
  agent: string | null;
  type: string;
  config: Config;
  locations: readonly string[];
}

export async function checkAgentVaults(
  { db }: Pick<Context, "db">,
  { type, config, agent, locations }: CheckedMonitor,
): Promise<void> {
  const owned = { owner: ownerOf({ type }), config };
  refuseFields(findUnreadable(await loadVaultNames(db, [owned]), owned, { agent, locations }));
}

export async function checkAgent(
  { db }: Pick<Context, "db">,
  { agent, type, config, locations }: CheckedMonitor,
): Promise<void> {
  const reason = typeOf(type).findAgentReason?.(config) ?? null;
  const problem = findAgentProblem({ type, reason, agent, locations });
  if (problem) throw invalid(problem.message, [problem]);
  const used = agentsOf({ agent, locations });
  if (used.length === 0) return;
  const known = new Set((await listAgentNames(db)).map(({ key }) => key));
  const missing = used.find(({ key }) => !known.has(key));
  if (missing) throw invalidField(missing.path, noAgent(missing.key));
}
