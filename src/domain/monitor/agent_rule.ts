import type { Problem } from "../../lib/errors.ts";
import { agentAt, agentsAt, locationOfAgent } from "../../schema/place.ts";

interface AgentRule {
  reason: Problem | null;
  agent: string | null | undefined;
  locations: readonly string[];
}

export function findAgentProblem({ reason, agent, locations }: AgentRule): Problem | null {
  if (agent && locations.includes(locationOfAgent(agent)))
    return { path: "locations", message: `Leave out agent:${agent}: it checks the monitor already.` };
  // Regions can't confirm what only agents can do.
  if (!reason || (agent && locations.every((location) => agentAt(location) !== null))) return null;
  return { path: `config.${reason.path}`, message: reason.message };
}

export function agentsOf({
  agent,
  locations,
}: {
  agent: string | null | undefined;
  locations: readonly string[];
}): { path: string; key: string }[] {
  return [
    ...(agent ? [{ path: "agent", key: agent }] : []),
    ...agentsAt(locations).map((key) => ({ path: "locations", key })),
  ];
}

export function noAgent(key: string): string {
  return `There is no agent with the key ${key}.`;
}
