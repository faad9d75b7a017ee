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
    answer: { status: 200, schema: z.array(agent) },
    handle: async ({ context }) => await listAgents(context),
  }),
  endpoint({
    method: "POST",
    path: ROOT,
    area,
    summary: "Add an agent",
    description: "Its token is answered once.",
    body: newAgent,
    answer: { status: 201, schema: agentWithToken },
    refuses: { 409: "The key is taken, or there are too many agents." },
    handle: async ({ context, body }) => await createAgent(context, body),
  }),
  endpoint({
    method: "GET",
    path: ONE,
    area,
    summary: "Read an agent",
    answer: { status: 200, schema: agent },
    handle: async (call) => await getAgent(call.context, keyOf(call)),
  }),
  endpoint({
    method: "PATCH",
    path: ONE,
    area,
    summary: "Change an agent",
    body: agentChange,
    answer: { status: 200, schema: agent },
    handle: async (call) => await updateAgent(call.context, keyOf(call), call.body),
  }),
  endpoint({
    method: "DELETE",
    path: ONE,
    area,
    summary: "Delete an agent",
    description: "Its processes are disconnected at once.",
    query: agentRemoval,
    answer: { status: 204 },
    refuses: { 409: "Monitors name it." },
    handle: async (call) =>
      await removeAgent(call.context, keyOf(call), { pausesMonitors: call.query.monitors === "pause" }),
  }),
  endpoint({
    method: "POST",
    path: `${ONE}/token`,
    area,
    summary: "Rotate an agent's token",
    description:
      "The new token is answered once. The one before works for another 24 hours, or until it is revoked.",
    answer: { status: 200, schema: agentWithToken },
    handle: async (call) => await rotateToken(call.context, keyOf(call)),
  }),
  endpoint({
    method: "DELETE",
    path: `${ONE}/token/old`,
    area,
    summary: "Revoke an agent's token from before the last rotation",
    answer: { status: 204 },
    handle: async (call) => await revokeOldToken(call.context, keyOf(call)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/admin/monitors/agents",
    area: "monitors",
    summary: "List the agents that can check monitors",
    answer: { status: 200, schema: agentNames },
    handle: async ({ context }) => await listAgentNames(context),
  }),
];
