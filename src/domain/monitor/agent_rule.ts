import type { Problem } from "../../lib/errors.ts";
import { agentAt, agentsAt, locationOfAgent } from "../../schema/place.ts";
import { isProbed } from "./rule.ts";

interface AgentRule {
  type: string;
  reason: Problem | null;
  agent: string | null | undefined;
  locations: readonly string[];
}

export function findAgentProblem({ type, reason, agent, locations }: AgentRule): Problem | null {
  if (agent && !isProbed({ type }))
    return { path: "agent", message: `Agents can't check monitors of the type ${type}: leave agent out.` };
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
