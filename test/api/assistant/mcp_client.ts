import { expect } from "vitest";
import { type Reply, Visitor } from "../client.ts";

interface ToolResult {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError: boolean;
}

interface Rpc {
  jsonrpc: string;
  id: number | string | null;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

export const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

export async function sendRpc(
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<Rpc>> {
  const visitor = Object.assign(new Visitor(), { token });
  return await visitor.post<Rpc>("/mcp", body, { headers });
}

export async function callTool(
  token: string,
  name: string,
  args: object = {},
): Promise<ToolResult & { text: string }> {
  const params = { name, arguments: args };
  const reply = await sendRpc(token, { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  expect([name, reply.status, reply.body.error]).toEqual([name, 200, undefined]);
  const result = reply.body.result as unknown as ToolResult;
  return { ...result, text: result.content[0]?.text ?? "" };
}

export async function listTools(token: string): Promise<{ name: string; annotations: object }[]> {
  const { body } = await sendRpc(token, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  return (body.result?.["tools"] ?? []) as { name: string; annotations: object }[];
}
