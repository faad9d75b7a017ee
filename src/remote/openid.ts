import {
  type CompactVerifyGetKey,
  compactVerify,
  createRemoteJWKSet,
  customFetch as keyFetch,
  type RemoteJWKSet,
} from "jose";
import * as oauth from "oauth4webapi";
import { AppError } from "../lib/errors.ts";
import { isProtected } from "../lib/loopback.ts";

const TIMEOUT_MS = 10_000;
const KEPT_MS = 10 * 60_000;

interface Provider {
  server: oauth.AuthorizationServer;
  endpoints: { authorization: URL; token: URL };
  /** Fetched on demand and kept ten minutes; an unknown key refetches them, at most twice a minute. */
  keys: RemoteJWKSet;
}

interface Registration {
  clientId: string;
  clientSecret: string | null;
  redirectUri: string;
}

export interface FlowChecks {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Identity {
  issuer: string;
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  /** In seconds; null if the provider omits it. */
  authTime: number | null;
}

let latest: { issuer: string; until: number; provider: Provider } | null = null;

export async function getProvider(issuer: string, now: number): Promise<Provider> {
  if (latest?.issuer === issuer && now < latest.until) return latest.provider;
  const provider = await loadProvider(issuer);
  latest = { issuer, until: now + KEPT_MS, provider };
  return provider;
}

export async function loadProvider(issuer: string): Promise<Provider> {
  const url = new URL(issuer);
  const response = await oauth.discoveryRequest(url, requestOptions(issuer));
  const server = await oauth.processDiscoveryResponse(url, response);
  const keys = createRemoteJWKSet(readEndpoint(server, "jwks_uri"), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEPT_MS,
    cooldownDuration: 30_000,
    [keyFetch]: fetchFresh,
  });
  const authorization = readEndpoint(server, "authorization_endpoint");
  return { server, keys, endpoints: { authorization, token: readEndpoint(server, "token_endpoint") } };
}

export function makeTies(): FlowChecks {
  return {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
}

export async function makeSignInUrl(
  provider: Provider,
  {
    clientId,
    redirectUri,
    scopes,
    ties,
    isAgain,
  }: Omit<Registration, "clientSecret"> & {
    scopes: string;
    ties: FlowChecks;
    /** Forces the provider to authenticate again, even with a session there. */
    isAgain: boolean;
  },
): Promise<string> {
  const url = new URL(provider.endpoints.authorization);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes,
    state: ties.state,
    nonce: ties.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(ties.verifier),
    code_challenge_method: "S256",
    ...(isAgain ? { prompt: "login", max_age: "0" } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

export async function redeemCode(
  { server, keys }: Provider,
  { clientId, clientSecret, redirectUri }: Registration,
  { parameters, ties }: { parameters: URLSearchParams; ties: FlowChecks },
): Promise<Identity> {
  const client: oauth.Client = { client_id: clientId };
  const callback = oauth.validateAuthResponse(server, client, parameters, ties.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(server, clientSecret),
    callback,
    redirectUri,
    ties.verifier,
    requestOptions(server.issuer),
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: ties.nonce,
    requireIdToken: true,
  });
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims || tokens.id_token === undefined) throw new Error("the provider sent no ID token");
  await compactVerify(tokens.id_token, keys as CompactVerifyGetKey);
  if (claims.sub === "" || claims.sub.length > 255) throw new Error("the subject is empty or too long");
  // The library checks azp only for several audiences.
  if (claims.azp !== undefined && claims.azp !== clientId) throw new Error("the token is for another party");

  const ask = async () => await askUserInfo(server, client, tokens, claims.sub);
  const about = claims.email === undefined ? await ask() : await completeVerification(claims, ask);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: typeof about.email === "string" ? about.email : null,
    // Some providers (Apple, Cognito) send the boolean as text.
    isEmailVerified: about.email_verified === true || about.email_verified === "true",
    authTime: claims.auth_time ?? null,
  };
}

interface AddressClaims {
  email?: unknown;
  email_verified?: unknown;
}

/** Some (Okta's own server) put the address into the ID token but its verification only into UserInfo. */
async function completeVerification(
  { email, email_verified }: oauth.IDToken,
  ask: () => Promise<AddressClaims>,
): Promise<AddressClaims> {
  if (email_verified !== undefined) return { email, email_verified };
  // The ID token identifies the user: without UserInfo the address counts as unverified.
  const claims = await ask().catch(() => ({}) as AddressClaims);
  return claims.email === email ? claims : { email };
}

/** Many providers send the address only there. */
async function askUserInfo(
  server: oauth.AuthorizationServer,
  client: oauth.Client,
  { access_token }: oauth.TokenEndpointResponse,
  subject: string,
): Promise<AddressClaims> {
  if (server.userinfo_endpoint === undefined) return {};
  readEndpoint(server, "userinfo_endpoint");
  const response = await oauth.userInfoRequest(server, client, access_token, requestOptions(server.issuer));
  return await oauth.processUserInfoResponse(server, client, subject, response);
}

function clientAuthentication(
  { token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer,
  secret: string | null,
): oauth.ClientAuth {
  if (secret === null) return oauth.None();
  const takesBasic = methods === undefined || methods.includes("client_secret_basic");
  return takesBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

function readEndpoint(
  server: oauth.AuthorizationServer,
  name: "authorization_endpoint" | "token_endpoint" | "jwks_uri" | "userinfo_endpoint",
): URL {
  const url = URL.parse(server[name] ?? "");
  if (url && isProtected(url)) return url;
  throw new AppError("unavailable", `The provider's metadata has no usable ${name}.`);
}

function requestOptions(issuer: string) {
  return {
    [oauth.allowInsecureRequests]: new URL(issuer).protocol === "http:",
    [oauth.customFetch]: fetchFresh,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  };
}

/** Bypasses the platform's cache to see rotated keys. */
function fetchFresh(
  url: string,
  init: Omit<RequestInit, "body"> & { body?: BodyInit | undefined },
): Promise<Response> {
  return fetch(url, { ...init, body: init.body ?? null, cache: "no-store" });
}
