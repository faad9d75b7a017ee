import type { Found } from "./found.ts";
import type { Options } from "./options.ts";
import { Refusal, SENTENCES } from "./refusal.ts";
import type { Shipped } from "./shipped.ts";

interface Known {
  shipped: Shipped;
  found: Found;
  options: Options;
  liveUrl: string;
}

export function decideAddress({ shipped, found, options, liveUrl }: Known) {
  const { name } = shipped;
  const workersDevUrl = found.subdomain ? `https://${name}.${found.subdomain}.workers.dev` : null;
  const own = found.domains.filter(({ service }) => service === name).map(({ hostname }) => hostname);
  const newDomains = options.domains.filter((domain) => !own.includes(domain));
  const domains = [...own, ...newDomains];
  if (!workersDevUrl && domains.length === 0 && !liveUrl) throw new Refusal(SENTENCES[10063]);
  const isOnWorkersDev = liveUrl === "" || liveUrl === workersDevUrl;
  const [domain] = domains;
  const [first] = options.domains;
  const moved = first && isOnWorkersDev ? `https://${first}` : null;
  return {
    publicUrl: options.url ?? (shipped.vars["PUBLIC_URL"] || moved || liveUrl),
    suggestedUrl: domain ? `https://${domain}` : (workersDevUrl ?? ""),
    workersDevUrl,
    workersDev: workersDevUrl !== null && isReachedThere({ found, own, isOnWorkersDev }),
    previews: found.worker?.previews ?? false,
    domains,
    newDomains,
  };
}

/** workers.dev may be switched off on purpose in favour of a custom domain. */
function isReachedThere(known: { found: Found; own: string[]; isOnWorkersDev: boolean }): boolean {
  const { found, own, isOnWorkersDev } = known;
  return !found.worker || found.worker.workersDev || (own.length === 0 && isOnWorkersDev);
}
