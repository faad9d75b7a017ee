import type { Problem } from "../../lib/errors.ts";

interface AgentRule {
  /** Why only an agent can check it. */
  reason: Problem | null;
  agent: string | null | undefined;
  locations: readonly string[];
}

/** What only agents can do needs one, and regions can't confirm it. */
export function findAgentProblem({ reason, agent, locations }: AgentRule): Problem | null {
  if (!reason || (agent && locations.length === 0)) return null;
  return { path: `config.${reason.path}`, message: reason.message };
}
