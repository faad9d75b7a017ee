import { type Env, variablesOf } from "../env.ts";
import { AppError } from "../lib/errors.ts";
import { isOwnHost } from "../lib/own_host.ts";
import { answerFault } from "./fault.ts";
import { secure } from "./secure.ts";

/** The refusal of a request that is for another host than this service's. The platform routes none such here. */
export function refuseHost(request: Request, env: Env): Response | null {
  const { trustedProxies, publicUrl } = variablesOf(env);
  if (!trustedProxies) return null;
  const url = new URL(request.url);
  if (isOwnHost(url.hostname, publicUrl)) return null;
  const requestId = crypto.randomUUID();
  const sentence = `This service does not answer for ${url.host}: start it with PUBLIC_URL=${url.origin} if that is its address.`;
  return secure(answerFault(new AppError("misdirected", sentence), requestId), { url, requestId });
}
