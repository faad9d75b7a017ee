import type { z } from "zod";
import type { Agent, AgentWithToken, agentChange, agentNames, newAgent } from "../../../src/schema/agent.ts";
import { request } from "../../lib/api.ts";

const ROOT = "/api/v1/admin/agents";

export async function listAgents(signal: AbortSignal): Promise<Agent[]> {
  return await request("GET", ROOT, { signal });
}

export async function listAgentNames(signal: AbortSignal): Promise<z.output<typeof agentNames>> {
  return await request("GET", "/api/v1/admin/monitors/agents", { signal });
}

export async function getAgent(key: string, signal: AbortSignal): Promise<Agent> {
  return await request("GET", `${ROOT}/${key}`, { signal });
}

export async function createAgent(body: z.input<typeof newAgent>): Promise<AgentWithToken> {
  return await request("POST", ROOT, { body });
}

export async function updateAgent(key: string, body: z.input<typeof agentChange>): Promise<Agent> {
  return await request("PATCH", `${ROOT}/${key}`, { body });
}

export async function removeAgent(
  key: string,
  { pausesMonitors }: { pausesMonitors: boolean },
): Promise<void> {
  await request("DELETE", `${ROOT}/${key}${pausesMonitors ? "?monitors=pause" : ""}`);
}

export async function rotateAgentToken(key: string): Promise<AgentWithToken> {
  return await request("POST", `${ROOT}/${key}/token`);
}

export async function revokeOldAgentToken(key: string): Promise<void> {
  await request("DELETE", `${ROOT}/${key}/token/old`);
}
