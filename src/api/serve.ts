import type { Context as HonoContext } from "hono";
import { FAULT_SENTENCES } from "../domain/system/database_fault.ts";
import { type Env, variablesOf } from "../env.ts";
import { readSessionToken, readUnlockToken } from "../lib/cookies.ts";
import { notFound } from "../lib/errors.ts";
import { siteOfRequest } from "../page/find.ts";
import { type Context, clientIpOf, createContext } from "../service/context.ts";
import { findTokenRefusal } from "../service/page/private.ts";
import { findFault } from "../service/record/database_fault.ts";
import { authorise } from "./authorise.ts";
import { checkShape, readJson, readTyped, readUpload } from "./body.ts";
import type { Endpoint } from "./endpoint.ts";
import { readQuery } from "./query.ts";

export type Bindings = { Bindings: Env; Variables: { requestId: string } };

/** Checks in this order: identity, permission, rate, media type, size, shape. */
export async function serve(endpoint: Endpoint, hono: HonoContext<Bindings>): Promise<Response> {
  const request = hono.req.raw;
  const url = new URL(request.url);
  const page = siteOfRequest(request, hono.env);
  const guest = createContext(hono.env, {
    client: {
      ip: clientIpOf(request, variablesOf(hono.env)),
      userAgent: (request.headers.get("User-Agent") ?? "").slice(0, 300),
    },
    origin: url.origin,
    page,
    unlockToken: readUnlockToken(request, url, page),
    waitUntil: (work) => hono.executionCtx.waitUntil(work),
  });
  const sessionToken = readSessionToken(request, url);
  const actor = await authorise(endpoint, guest, { request, url, sessionToken });
  const context: Context = { ...guest, actor };
  await endpoint.limit?.(context);

  const params = hono.req.param() as Record<string, string>;
  const { problemRoot, uploadLimitBytes } = endpoint;
  const body = endpoint.body
    ? checkShape(endpoint.body, await readBody(endpoint, request), {
        root: problemRoot,
        findMore: endpoint.findMoreProblems,
      })
    : undefined;
  const file = uploadLimitBytes ? await readUpload(request, uploadLimitBytes) : new Uint8Array();
  const query = endpoint.query ? checkShape(endpoint.query, readQuery(url, endpoint.lists)) : undefined;
  const headers = new Headers();
  const fault = findFault(actor);
  if (fault) headers.set("Uptide-Fault", FAULT_SENTENCES[fault]);
  const id = params["id"] === undefined ? 0 : parseId(params["id"]);
  const call = { context, request, url, query, body, file, id, params, headers, sessionToken };
  try {
    return toResponse(endpoint, await endpoint.handle(call), headers);
  } catch (error) {
    throw (await findTokenRefusal(error, guest, request)) ?? error;
  }
}

async function readBody({ bodyType }: Endpoint, request: Request): Promise<unknown> {
  return bodyType ? await readTyped(request, bodyType) : await readJson(request);
}

export function parseId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound("object");
  return Number(text);
}

function toResponse(endpoint: Endpoint, result: unknown, headers: Headers): Response {
  if (result instanceof Response) return result;
  const { status } = endpoint.response;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (status === 204 || result === undefined) return new Response(null, { status, headers });
  return Response.json(result, { status, headers });
}
