import type { RequestConfig } from "../../schema/https_config.ts";
import { textHeaders } from "../../schema/monitor_config.ts";
import type { Probe } from "../check_type.ts";
import { findUrlAuthorization, formatBasic } from "./authorization.ts";
import { discardBody } from "./body.ts";
import { signInWithCas } from "./cas.ts";
import { type CookieJar, makeCookieJar } from "./cookie_jar.ts";
import { dropAccessToken, getAccessToken } from "./oauth2.ts";
import { type HttpRequest, type HttpResponse, send } from "./request.ts";

interface TimedResponse {
  reply: HttpResponse;
  /** From the request to the end of the response head, including redirects but not the sign-in. */
  responseMs: number;
}

export async function sendSigned(
  probe: Probe<RequestConfig>,
  jar = makeCookieJar(probe.now),
): Promise<TimedResponse> {
  const { auth } = probe.config;
  if (auth.type !== "oauth2")
    return await sendTimed(probe, { jar, authorization: await findAuthorization(probe) });
  const token = await getAccessToken(probe, auth.oauth2);
  const timed = await sendTimed(probe, { jar, authorization: `Bearer ${token.value}` });
  if (timed.reply.response.status !== 401 || !token.isKept) return timed;
  // The cached token may have been revoked, so retry with a fresh one.
  discardBody(timed.reply.response);
  await dropAccessToken(auth.oauth2);
  const fresh = await getAccessToken(probe, auth.oauth2);
  return await sendTimed(probe, { jar, authorization: `Bearer ${fresh.value}` });
}

async function findAuthorization({ config: { auth, url } }: Probe<RequestConfig>): Promise<string | null> {
  if (auth.type === "basic") return formatBasic(auth.basic.username, auth.basic.password);
  if (auth.type === "bearer") return `Bearer ${auth.bearer.token}`;
  return findUrlAuthorization(url);
}

async function sendTimed(
  probe: Probe<RequestConfig>,
  { jar, authorization }: { jar: CookieJar; authorization: string | null },
): Promise<TimedResponse> {
  const { config, now } = probe;
  const request = toRequest(config, authorization);
  const { auth, followRedirects } = config;
  if (auth.type === "cas") await signInWithCas(probe, { settings: auth.cas, service: request.url, jar });
  const startedAt = now();
  const reply = await send(probe, request, { jar, followsRedirects: followRedirects });
  return { reply, responseMs: now() - startedAt };
}

function toRequest({ url, method, headers, body }: RequestConfig, authorization: string | null): HttpRequest {
  const sent = new Headers(textHeaders(headers));
  if (!sent.has("User-Agent")) sent.set("User-Agent", "Uptide");
  if (!sent.has("Accept")) sent.set("Accept", "*/*");
  if (authorization !== null) sent.set("Authorization", authorization);
  return { url: new URL(url), method, headers: sent, body: body === "" ? null : body };
}
