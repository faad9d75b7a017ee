import { z } from "zod";
import {
  agent,
  agentChange,
  agentNames,
  agentRemoval,
  agentWithToken,
  newAgent,
} from "../../../schema/agent.ts";
import {
  createAgent,
  getAgent,
  listAgentNames,
  listAgents,
  removeAgent,
  revokeOldToken,
  rotateToken,
  updateAgent,
} from "../../../service/agent/agent.ts";
import { type Endpoint, endpoint } from "../../endpoint.ts";

const ROOT = "/api/v1/admin/agents";
const ONE = `${ROOT}/:key`;
const area = "agents";
const keyOf = ({ params }: { params: Readonly<Record<string, string>> }) => params["key"] ?? "";

export const agentRoutes: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: ROOT,
    area,
    summary: "List agents by name",
    response: { status: 200, schema: z.array(agent) },
    handle: async ({ context }) => await listAgents(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Create an agent",
    description: "The token is returned only once.",
    body: newAgent,
    response: { status: 201, schema: agentWithToken },
    refuses: { 409: "The key is already in use, or the limit of agents is reached." },
    handle: async ({ context, body }) => await createAgent(context, body),
  }),
  endpoint({
    method: "GET",
    path: ONE,
    area,
    summary: "Get an agent",
    response: { status: 200, schema: agent },
    handle: async (call) => await getAgent(call.context, keyOf(call)),
  }),
  endpoint({
    method: "PATCH",
    path: ONE,
    area,
    summary: "Update an agent",
    body: agentChange,
    response: { status: 200, schema: agent },
    handle: async (call) => await updateAgent(call.context, keyOf(call), call.body),
  }),
  endpoint({
    method: "DELETE",
    path: ONE,
    area,
    summary: "Delete an agent",
    description: "Its processes are disconnected immediately.",
    query: agentRemoval,
    response: { status: 204 },
    refuses: { 409: "Monitors use this agent." },
    handle: async (call) =>
      await removeAgent(call.context, keyOf(call), { pausesMonitors: call.query.monitors === "pause" }),
  }),
  endpoint({
    method: "POST",
    path: `${ONE}/token`,
    area,
    summary: "Rotate an agent's token",
    description:
      "The new token is returned only once. The previous token works for another 24 hours, or until it is revoked. If no process has connected with the replaced token, it ends at once, and the one before it keeps its time.",
    response: { status: 200, schema: agentWithToken },
    refuses: { 409: "Someone else is changing this agent." },
    handle: async (call) => await rotateToken(call.context, keyOf(call)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ONE}/token/old`,
    area,
    summary: "Revoke an agent's previous token",
    response: { status: 204 },
    refuses: { 409: "Someone else is changing this agent." },
    handle: async (call) => await revokeOldToken(call.context, keyOf(call)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/admin/monitors/agents",
    area: "monitors",
    summary: "List the agents that can check monitors",
    response: { status: 200, schema: agentNames },
    handle: async ({ context }) => await listAgentNames(context),
  }),
];
