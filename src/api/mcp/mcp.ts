import { z } from "zod";
import { readBearer } from "../../lib/bearer.ts";
import { AppError } from "../../lib/errors.ts";
import { authenticateToken, limitToken } from "../../service/access/api_token.ts";
import { refuseForeign } from "../authorise.ts";
import { readJson } from "../body.ts";
import { type Call, type Endpoint, endpoint } from "../endpoint.ts";
import { faultResponse, respondToMessage } from "./protocol.ts";

const PARSE_ERROR = -32700;

const rpcMessage = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const rpcResponse = z.looseObject({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]) });

export const mcpRoutes: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/mcp",
    area: "public",
    needsToken: true,
    summary: "Call tools over the Model Context Protocol",
    description:
      "Streamable HTTP without sessions, versions 2026-07-28, 2025-11-25 and 2025-06-18. Requires an API token as a bearer token; its permissions determine which tools are listed.",
    shownBodies: { "application/json": rpcMessage },
    response: { status: 200, schema: rpcResponse, accepted: "Notifications have no response." },
    refuses: { 401: "The API token is missing or not valid.", 403: "The request came from another origin." },
    handle,
  }),
];

async function handle({ context, request, url }: Call): Promise<Response> {
  refuseForeign(context.env, request, { url, whenUnknown: "allow" });
  const bearer = readBearer(request);
  const token = bearer === null ? null : await authenticateToken(context, bearer);
  if (!token) {
    const error = "Send a valid API token as Authorization: Bearer.";
    return Response.json({ error }, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
  }
  await limitToken(context, token);
  const given = await readMessage(request);
  if (given instanceof AppError)
    return faultResponse(null, { code: PARSE_ERROR, message: given.message, status: 400 });
  return await respondToMessage({ ...context, actor: { ...token, isAssistant: true } }, request, given);
}

async function readMessage(request: Request): Promise<unknown> {
  try {
    return await readJson(request);
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") return error;
    throw error;
  }
}
