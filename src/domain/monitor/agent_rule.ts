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

export interface CheckedFrom {
  agent: string | null | undefined;
  locations: readonly string[];
}

export function hasNewAgent(before: CheckedFrom, after: CheckedFrom): boolean {
  const known = new Set(agentsOf(before).map(({ key }) => key));
  return agentsOf(after).some(({ key }) => !known.has(key));
}

export function agentsOf({ agent, locations }: CheckedFrom): { path: string; key: string }[] {
  return [
    ...(agent ? [{ path: "agent", key: agent }] : []),
    ...agentsAt(locations).map((key) => ({ path: "locations", key })),
  ];
}

export function noAgent(key: string): string {
  return `There is no agent with the key ${key}.`;
}
