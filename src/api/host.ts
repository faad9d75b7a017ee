import { type Env, variablesOf } from "../env.ts";
import { AppError } from "../lib/errors.ts";
import { isOwnHost } from "../lib/own_host.ts";
import { splitUrl } from "../lib/raw_url.ts";
import { nextRequestId } from "../lib/request_id.ts";
import { answerRefusal } from "./fault.ts";
import { secure } from "./secure.ts";

const lastOwn = new WeakMap<Env, string>();

export function refuseHost(request: Request, env: Env): Response | null {
  const { trustedProxies, publicUrl } = variablesOf(env);
  if (!trustedProxies) return null;
  const { origin } = splitUrl(request.url);
  if (lastOwn.get(env) === origin) return null;
  const url = new URL(request.url);
  if (isOwnHost(url.hostname, publicUrl)) {
    lastOwn.set(env, origin);
    return null;
  }
  const requestId = nextRequestId();
  const sentence = `This service does not answer for ${url.host}: start it with PUBLIC_URL=${url.origin} if that is its address.`;
  return secure(answerRefusal(new AppError("misdirected", sentence)), { url, requestId });
}
