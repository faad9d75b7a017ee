import { lookUpAddresses } from "../../check/dns/look_up.ts";
import { type Env, variablesOf } from "../../env.ts";
import { log } from "../../lib/log.ts";
import { isPublicHost, isPublicIp, parseIp } from "../../lib/wire/host_name.ts";
import type { SignUpProblem } from "../../schema/sign_up_problem.ts";

interface TargetFault {
  code: SignUpProblem;
  message: string;
}

const LOOK_UP_MS = 5000;
const PRIVATE = "resolves to a private or reserved address: webhooks go only to public addresses.";

function findAddressFault(env: Env, address: string): TargetFault | null {
  const url = URL.parse(address);
  const { allowPrivateWebhooks } = variablesOf(env);
  const isWeb = url?.protocol === "https:" || (allowPrivateWebhooks && url?.protocol === "http:");
  if (!url || !isWeb) {
    const message = allowPrivateWebhooks ? "Use an http or https address." : "Use an https address.";
    return { code: "badUrl", message };
  }
  if (allowPrivateWebhooks || isPublicHost(url.hostname)) return null;
  return { code: "urlPrivate", message: `${url.hostname} ${PRIVATE}` };
}

export async function findTargetFault(
  env: Env,
  address: string,
  signal: AbortSignal = AbortSignal.timeout(LOOK_UP_MS),
): Promise<TargetFault | null> {
  const fault = findAddressFault(env, address);
  const hostname = URL.parse(address)?.hostname ?? "";
  if (fault !== null || variablesOf(env).allowPrivateWebhooks || parseIp(hostname) !== null) return fault;
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_MS)]);
  try {
    const fetchPlainly: typeof fetch = (input, init) => fetch(input, init);
    const found = await lookUpAddresses(hostname, {
      fetch: fetchPlainly,
      signal: bounded,
      timeoutMs: LOOK_UP_MS,
    });
    if (found.length === 0) return { code: "urlNowhere", message: `${hostname} has no DNS address.` };
    return found.every(isPublicIp) ? null : { code: "urlPrivate", message: `${hostname} ${PRIVATE}` };
  } catch (error) {
    log("warn", "failed to look up an address", { error });
    const message = `${hostname} couldn't be looked up in the DNS.`;
    return { code: "urlUnsure", message };
  }
}

/** The name may resolve differently by now, so where possible the runtime checks each connection. */
export function fetchForStrangers(env: Env): typeof fetch {
  const network = variablesOf(env).allowPrivateWebhooks ? undefined : env.PUBLIC_INTERNET;
  return (input, init) => (network ? network.fetch(input, init) : fetch(input, init));
}
