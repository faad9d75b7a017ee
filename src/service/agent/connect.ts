import { findAgentByToken } from "../../data/agent.ts";
import { findVersionProblem } from "../../domain/agent/version.ts";
import { parseAgentKey } from "../../lib/agent_seal.ts";
import { readBearer } from "../../lib/bearer.ts";
import { sha256Hex } from "../../lib/bytes.ts";
import { AppError, invalid } from "../../lib/errors.ts";
import { PRODUCT_VERSION } from "../../lib/product_version.ts";
import { AGENT_TOKEN, isTokenText } from "../../lib/token_text.ts";
import type { AgentArrival, AgentLack } from "../../objects/agent.ts";
import { agentLacks } from "../../schema/agent_message.ts";
import { agentObject } from "../announce/agent.ts";
import type { Context } from "../context.ts";

export async function connectAgent(
  context: Context,
  request: Request,
): Promise<Response | { problem: string }> {
  const token = readBearer(request) ?? "";
  const tokenHash = await sha256Hex(token);
  const row = isTokenText(AGENT_TOKEN, token)
    ? await findAgentByToken(context.db, tokenHash, context.now)
    : null;
  if (!row) throw new AppError("unauthorized", "This agent token is unknown or revoked.");
  const { headers } = request;
  const version = headers.get("X-Uptide-Agent") ?? "";
  const problem = findVersionProblem(version, PRODUCT_VERSION);
  if (problem) return { problem };
  if (headers.get("Upgrade")?.toLowerCase() !== "websocket")
    return { problem: "Agents connect by WebSocket: send Upgrade: websocket." };
  const arrival: AgentArrival = {
    key: row.key,
    publicKey: await readPublicKey(headers),
    tokenHash,
    awayAfterSecs: row.awayAfterSecs,
    version,
    host: decodeHost(headers.get("X-Uptide-Agent-Host") ?? ""),
    address: context.client.ip,
    lacks: decodeLacks(headers.get("X-Uptide-Agent-Lacks") ?? ""),
  };
  const passed = new Request(request.url, {
    headers: { Upgrade: "websocket", "Uptide-Arrival": encodeURIComponent(JSON.stringify(arrival)) },
  });
  return await agentObject(context.env, row.key).fetch(passed);
}

async function readPublicKey(headers: Headers): Promise<string> {
  const text = headers.get("X-Uptide-Agent-Key") ?? "";
  await parseAgentKey(text).catch(() => {
    throw invalid("X-Uptide-Agent-Key holds no public key.", []);
  });
  return text;
}

function decodeLacks(text: string): AgentLack[] {
  try {
    return agentLacks.parse(JSON.parse(decodeURIComponent(text.slice(0, 10_000))));
  } catch {
    return [];
  }
}

function decodeHost(text: string): string {
  try {
    return decodeURIComponent(text.slice(0, 600)).replaceAll(/\p{C}/gu, "").slice(0, 200);
  } catch {
    return "";
  }
}
