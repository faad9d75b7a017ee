import { secretBoxOf, variablesOf } from "../../env.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import { MASK } from "../../lib/mask.ts";
import { loadProvider } from "../../remote/openid.ts";
import { describeFault } from "../../remote/openid_fault.ts";
import {
  type OidcChange,
  type OidcResponse,
  type OidcSettings,
  type OidcTestResponse,
  oidcSettings,
} from "../../schema/oidc.ts";
import type { Context } from "../context.ts";
import { guardOwnSession, requireOwnSession } from "../record/session_save.ts";
import { editSingle, loadSingle, type SettingObject } from "../record/setting.ts";
import { confirmIdentity } from "./confirm.ts";

const SINGLE: SettingObject<OidcSettings> = {
  setting: "oidc",
  schema: oidcSettings,
  entityType: "oidc",
  entityName: "Single sign-on",
};
const SECRET_NAME = "oidc/clientSecret";

export async function findOidcSettings(context: Context): Promise<OidcSettings> {
  return (await loadSingle(context, SINGLE)).value;
}

export function isOffered({ enabled, issuer, clientId }: OidcSettings): boolean {
  return enabled && issuer !== "" && clientId !== "";
}

export function redirectUriOf(context: Context): string {
  return `${variablesOf(context.env).publicUrl ?? context.origin}/api/v1/auth/oidc/callback`;
}

export async function openClientSecret(context: Context, settings: OidcSettings): Promise<string | null> {
  if (settings.clientSecret === null) return null;
  const plain = await (await secretBoxOf(context.env)).open(settings.clientSecret, SECRET_NAME);
  if (plain !== null) return plain;
  throw new AppError("unavailable", "SECRET_KEY doesn't decrypt the stored client secret: enter it again.");
}

export async function getOidcSettings(context: Context): Promise<OidcResponse> {
  const { value, version } = await loadSingle(context, SINGLE);
  return {
    ...value,
    version,
    clientSecret: value.clientSecret === null ? null : MASK,
    redirectUri: redirectUriOf(context),
  };
}

export async function updateOidcSettings(
  context: Context,
  { currentPassword, version, ...change }: OidcChange,
): Promise<OidcResponse> {
  await confirmIdentity(context, currentPassword);
  const decide = async (stored: OidcSettings) => {
    await requireOwnSession(context);
    const clientSecret = await decideSecret(context, stored, change);
    const wanted = oidcSettings.parse({ ...stored, ...change, clientSecret });
    refuseIncomplete(wanted);
    return wanted;
  };
  await editSingle(context, SINGLE, { version, decide, guards: () => [guardOwnSession(context)] });
  return await getOidcSettings(context);
}

/** Bypasses the cache. The client secret is not sent. */
export async function testOidc(context: Context, issuer: string | undefined): Promise<OidcTestResponse> {
  const address = issuer ?? (await findOidcSettings(context)).issuer;
  if (address === "") return { ok: false, error: "Enter the issuer address first." };
  try {
    const { server, endpoints, keys } = await loadProvider(address);
    await keys.reload();
    const { authorization, token } = endpoints;
    return {
      ok: true,
      issuer: server.issuer,
      authorizationEndpoint: authorization.href,
      tokenEndpoint: token.href,
      keys: keys.jwks()?.keys.length ?? 0,
    };
  } catch (error) {
    return { ok: false, error: describeFault(error) };
  }
}

/** A kept secret must not go to a different provider than it was entered for. */
async function decideSecret(
  context: Context,
  stored: OidcSettings,
  { clientSecret, issuer = stored.issuer }: Omit<OidcChange, "currentPassword" | "version">,
): Promise<string | null> {
  if (clientSecret === null || clientSecret === "") return null;
  if (clientSecret !== undefined && clientSecret !== MASK) {
    return await (await secretBoxOf(context.env)).seal(clientSecret, SECRET_NAME);
  }
  if (stored.clientSecret === null) {
    if (clientSecret === MASK)
      throw invalidField("clientSecret", "There is no stored secret to keep: enter it.");
    return null;
  }
  if (issuer !== stored.issuer) {
    throw invalidField("clientSecret", "The issuer changed: enter the client secret again, or remove it.");
  }
  return stored.clientSecret;
}

function refuseIncomplete(wanted: OidcSettings): void {
  if (wanted.enabled && wanted.issuer === "") {
    throw invalidField("issuer", "Enter the issuer address before turning on single sign-on.");
  }
  if (wanted.enabled && wanted.clientId === "") {
    throw invalidField("clientId", "Enter the client ID before turning on single sign-on.");
  }
  if (wanted.disablePasswordLogin && !isOffered(wanted)) {
    throw invalidField(
      "disablePasswordLogin",
      "Password sign-in can be turned off only while single sign-on is on with an issuer and client ID.",
    );
  }
}
