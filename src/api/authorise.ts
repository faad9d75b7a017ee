import { type AreaName, areaOf, isGranted, permissionsFor } from "../domain/access/area.ts";
import { FAULT_SENTENCES } from "../domain/system/database_fault.ts";
import { type Env, variablesOf } from "../env.ts";
import { readBearer } from "../lib/bearer.ts";
import { AppError } from "../lib/errors.ts";
import { joinOr } from "../lib/join_or.ts";
import { authenticateToken, limitToken, notForTokens } from "../service/access/api_token.ts";
import { authenticateSession } from "../service/access/session.ts";
import type { Actor, Context } from "../service/context.ts";
import { findFault } from "../service/record/database_fault.ts";
import { type Endpoint, levelOf } from "./endpoint.ts";

const AUTH_ROOT = "/api/v1/auth/";
/** Rate-limited by IP address, so another site must not use up its visitors' allowance. */
const SIGN_IN_ROOTS = [AUTH_ROOT, "/api/v1/setup/"];

/** Refuses with 401, then 403, then 429, all before the body is read. */
export async function authorise(
  endpoint: Endpoint,
  context: Context,
  { request, url, sessionToken }: { request: Request; url: URL; sessionToken: string | null },
): Promise<Actor> {
  const bearer = readBearer(request);
  const takesTokens = endpoint.area !== "public" || endpoint.path.startsWith(AUTH_ROOT);
  if (bearer !== null && takesTokens) return await authoriseToken(endpoint, context, { bearer, url });

  if (endpoint.area === "public") {
    const isCounted = SIGN_IN_ROOTS.some((root) => endpoint.path.startsWith(root));
    if (isCounted || sessionToken !== null)
      refuseForeign(context.env, request, { url, whenUnknown: "allow" });
    if (endpoint.isForNavigation) refuseEmbedded(request);
    return { kind: "guest" };
  }
  const actor = sessionToken === null ? null : await authenticateSession(context, sessionToken);
  if (!actor) throw new AppError("unauthorized", "Sign in, or send an API token.");
  refuseForeign(context.env, request, { url, whenUnknown: "refuse" });
  const fault = actor.isRecalled ? findFault(actor) : null;
  if (fault && levelOf(endpoint) === "write")
    throw new AppError("unavailable", FAULT_SENTENCES[fault], { extra: { fault } });
  if (actor.user.mustChangePassword) {
    if (!endpoint.allowsTemporaryPassword)
      throw new AppError("forbidden", "Change the temporary password first");
    return actor;
  }
  if (actor.mustSetUpTwoFactor) {
    if (!endpoint.allowsNoSecondFactor)
      throw new AppError("forbidden", "Set up two-factor authentication first", {
        extra: { mustSetUpTwoFactor: true },
      });
    return actor;
  }
  if (!areasOf(endpoint, url).some((area) => areaOf(area).roles.includes(actor.user.role))) {
    throw new AppError(
      "forbidden",
      `Your role (${actor.user.role}) doesn't allow this. Ask an administrator.`,
    );
  }
  return actor;
}

async function authoriseToken(
  endpoint: Endpoint,
  context: Context,
  { bearer, url }: { bearer: string; url: URL },
): Promise<Actor> {
  const actor = await authenticateToken(context, bearer);
  if (!actor) throw new AppError("unauthorized", "This API token is unknown, expired or revoked.");
  const needed = [
    ...new Set(areasOf(endpoint, url).flatMap((area) => permissionsFor(area, levelOf(endpoint)))),
  ];
  if (needed.length === 0) throw notForTokens();
  if (!needed.some((one) => isGranted(actor.permissions, one))) {
    throw new AppError("forbidden", `This API token needs the ${joinOr(needed)} permission.`);
  }
  await limitToken(context, actor);
  return actor;
}

function areasOf({ area, areasFor }: Endpoint, url: URL): readonly AreaName[] {
  if (area === "public") return [];
  const asked = areasFor?.(url) ?? [];
  return asked.length > 0 ? asked : [area];
}

const SENTENCE = "This request came from another site.";

/** Cookies are sent with requests from other sites, so changes must come from our own origin. */
export function refuseForeign(
  env: Env,
  { method, headers }: Request,
  { url, whenUnknown }: { url: URL; whenUnknown: "allow" | "refuse" },
): void {
  if (method === "GET" || method === "HEAD") return;
  const origin = headers.get("Origin");
  const site = headers.get("Sec-Fetch-Site");
  const isKnown = origin !== null || site !== null;
  const isForeign =
    (origin !== null && !isOwnOrigin(env, origin, url)) || (site !== null && site !== "same-origin");
  if (isForeign || (!isKnown && whenUnknown === "refuse")) throw new AppError("forbidden", SENTENCE);
}

/** Behind a proxy that ends TLS, only PUBLIC_URL has the page's real origin. */
function isOwnOrigin(env: Env, origin: string, url: URL): boolean {
  const { publicUrl } = variablesOf(env);
  return origin === url.origin || (publicUrl !== null && origin === new URL(publicUrl).origin);
}

/** Refuses embedded requests before they count: another page could otherwise use up its readers' rate limit. */
function refuseEmbedded({ headers }: Request): void {
  const mode = headers.get("Sec-Fetch-Mode");
  const target = headers.get("Sec-Fetch-Dest");
  // Browsers also send Sec-Fetch-Site; Node's fetch sends only the mode `cors`.
  const isBrowsing = mode === null || mode === "navigate" || isPlainFetch(headers);
  const isWhole = target === null || target === "document" || target === "empty";
  const isAhead = /prefetch|prerender/.test(headers.get("Sec-Purpose") ?? "");
  if (isBrowsing && isWhole && !isAhead) return;
  throw new AppError("forbidden", "Open this address in its own window.");
}

function isPlainFetch(headers: Headers): boolean {
  return headers.get("Sec-Fetch-Mode") === "cors" && headers.get("Sec-Fetch-Site") === null;
}
