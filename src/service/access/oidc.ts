import { save } from "../../data/db.ts";
import { updateSessionRow } from "../../data/session.ts";
import { parseOwnPath } from "../../domain/access/own_path.ts";
import { log } from "../../lib/log.ts";
import {
  type FlowChecks,
  getProvider,
  type Identity,
  makeSignInUrl,
  makeTies,
  redeemCode,
} from "../../remote/openid.ts";
import { describeFault } from "../../remote/openid_fault.ts";
import type { OidcSettings } from "../../schema/oidc.ts";
import type { Context } from "../context.ts";
import { recordAudit } from "../record/audit.ts";
import { gateOf } from "./gate.ts";
import { findOidcSettings, isOffered, openClientSecret, redirectUriOf } from "./oidc_settings.ts";
import { addressOf, admitUser } from "./oidc_user.ts";
import { mustSetUpTwoFactor } from "./own_user.ts";
import { openToken, sealToken } from "./sealed_token.ts";
import { authenticateSession } from "./session.ts";
import { type DenialReason, finishFirstStep, limitSignIn, recordDenial } from "./sign_in.ts";

export const PENDING_MS = 10 * 60_000;
const CLOCKS_APART_MS = 30_000;
const PURPOSE = "oidc";
const STRAYS = { name: "single-sign-on-strays", max: 10, windowMs: 15 * 60_000 };

/** Travels sealed with the browser; nothing is stored. */
interface Pending {
  ties: FlowChecks;
  issuer: string;
  returnTo: string | null;
  startedAt: number;
  sessionId: number | null;
}

export interface SignInRedirect {
  location: string;
  pending?: string;
  sessionToken?: string;
}

export async function beginOidc(
  context: Context,
  { returnTo, isAgain, sessionToken }: { returnTo: string; isAgain: boolean; sessionToken: string | null },
): Promise<SignInRedirect> {
  const settings = await findOidcSettings(context);
  if (!isOffered(settings)) return failure("sso_off");
  await limitSignIn(context, "sso");
  const actor = isAgain && sessionToken !== null ? await authenticateSession(context, sessionToken) : null;
  if (isAgain && !actor) return failure("sso_failed");
  const place = actor && parseOwnPath(returnTo);

  const { issuer, clientId, scopes } = settings;
  const ties = makeTies();
  const pending: Pending = {
    ties,
    issuer,
    returnTo: parseOwnPath(returnTo),
    startedAt: context.now,
    sessionId: actor?.session.id ?? null,
  };
  try {
    const provider = await getProvider(issuer, context.now);
    const redirectUri = redirectUriOf(context);
    const location = await makeSignInUrl(provider, { clientId, redirectUri, scopes, ties, isAgain });
    return { location, pending: await sealToken(context.env, PURPOSE, pending, context.now + PENDING_MS) };
  } catch (error) {
    return await deny(context, "sso_failed", { why: describeFault(error), place });
  }
}

export async function finishOidc(
  context: Context,
  given: { parameters: URLSearchParams; pending: string | null; sessionToken: string | null },
): Promise<SignInRedirect> {
  const settings = await findOidcSettings(context);
  if (!isOffered(settings)) return failure("sso_off");
  const pending = await openPending(context, settings, given.pending);
  if (!pending) return await denyStray(context);
  await limitSignIn(context, "sso");
  const isAgain = pending.sessionId !== null;
  const place = isAgain ? await placeOfSession(context, pending, given.sessionToken) : null;
  let identity: Identity;
  try {
    identity = await identify(context, settings, { parameters: given.parameters, ties: pending.ties });
  } catch (error) {
    return await deny(context, "sso_failed", { why: describeFault(error), place });
  }
  if (isAgain) return await confirmSession(context, pending, identity, given.sessionToken);

  const user = await admitUser(context, settings, identity);
  if (!user) {
    const email = addressOf(identity) ?? "";
    return await deny(context, "sso_not_linked", { email, why: "No user has this identity." });
  }
  const home = user.role === "viewer" && !(await mustSetUpTwoFactor(context, user)) ? "/" : "/admin";
  const location = pending.returnTo ?? home;
  const result = await finishFirstStep(context, user, { method: "sso", oldToken: given.sessionToken });
  if ("challengeToken" in result) {
    // A fragment reaches no server, log or Referer.
    const challenge = encodeURIComponent(result.challengeToken);
    return { location: `/admin/login#challenge=${challenge}&returnTo=${encodeURIComponent(location)}` };
  }
  return { location, sessionToken: result.sessionToken };
}

async function openPending(
  context: Context,
  { issuer }: OidcSettings,
  sealed: string | null,
): Promise<Pending | null> {
  if (sealed === null) return null;
  const opened = await openToken<Pending>(context.env, PURPOSE, sealed, context.now);
  return opened.state === "good" && opened.value.issuer === issuer ? opened.value : null;
}

async function identify(
  context: Context,
  settings: OidcSettings,
  response: { parameters: URLSearchParams; ties: FlowChecks },
): Promise<Identity> {
  const registration = {
    clientId: settings.clientId,
    clientSecret: await openClientSecret(context, settings),
    redirectUri: redirectUriOf(context),
  };
  return await redeemCode(await getProvider(settings.issuer, context.now), registration, response);
}

async function confirmSession(
  context: Context,
  { sessionId, returnTo, startedAt }: Pending,
  { issuer, subject, authTime }: Identity,
  sessionToken: string | null,
): Promise<SignInRedirect> {
  const actor = sessionToken === null ? null : await authenticateSession(context, sessionToken);
  if (actor?.session.id !== sessionId) {
    return await deny(context, "sso_failed", { why: "The session to confirm has ended." });
  }
  const { user, session } = actor;
  if (user.ssoIssuer !== issuer || user.ssoSubject !== subject) {
    return await deny(context, "sso_not_linked", {
      email: user.email,
      why: "A different user signed in.",
      place: returnTo,
    });
  }
  // Requested with max_age, so a compliant provider returns it.
  if (authTime === null || authTime * 1000 < startedAt - CLOCKS_APART_MS) {
    const why = "The provider did not ask again, or does not say when it did.";
    return await deny(context, "sso_failed", { email: user.email, why, place: returnTo });
  }
  await save(context.db, [
    updateSessionRow(context.db, session.id, { confirmedAt: context.now }),
    recordAudit(context, {
      action: "Allowed",
      entityType: "session",
      entityId: session.id,
      entityName: user.email,
      details: { method: "sso", twoFactor: false, confirmed: true },
      by: user,
    }),
  ]);
  return { location: returnTo ?? (user.role === "viewer" ? "/" : "/admin") };
}

async function placeOfSession(
  context: Context,
  { sessionId, returnTo }: Pending,
  sessionToken: string | null,
): Promise<string | null> {
  const actor = sessionToken === null ? null : await authenticateSession(context, sessionToken);
  return actor?.session.id === sessionId ? returnTo : null;
}

/** Other sites can trigger this: it counts against no one, and only the first few are audited. */
async function denyStray(context: Context): Promise<SignInRedirect> {
  const { ok } = await gateOf(context).take(STRAYS);
  if (!ok) return failure("sso_failed");
  return await deny(context, "sso_failed", { why: "No sign-in is in progress in this browser." });
}

async function deny(
  context: Context,
  reason: DenialReason,
  { why, email = "", place = null }: { why: string; email?: string; place?: string | null },
): Promise<SignInRedirect> {
  log("warn", "single sign-on refused", { reason, why });
  await recordDenial(context, reason, email);
  return failure(reason, place);
}

function failure(code: DenialReason | "sso_off", place: string | null = null): SignInRedirect {
  if (place === null) return { location: `/admin/login?error=${code}` };
  const url = new URL(place, "https://here.invalid");
  url.searchParams.set("error", code);
  return { location: url.pathname + url.search + url.hash };
}
