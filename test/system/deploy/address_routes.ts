import { type Account, type Asked, Refused, type Route } from "./account.ts";
import { getScript } from "./script_routes.ts";

export const ADDRESS_ROUTES: readonly Route[] = [
  { method: "GET", path: /^workers\/subdomain$/, answer: getSubdomain },
  { method: "GET", path: /^workers\/scripts\/([^/]+)\/subdomain$/, answer: getWorkersDev },
  { method: "POST", path: /^workers\/scripts\/([^/]+)\/subdomain$/, answer: setWorkersDev },
  { method: "GET", path: /^workers\/domains(?:\/records)?$/, answer: listDomains },
  { method: "POST", path: /^workers\/scripts\/([^/]+)\/domains\/changeset$/, answer: compareDomains },
  { method: "PUT", path: /^workers\/scripts\/([^/]+)\/domains\/records$/, answer: putDomains },
];

function getSubdomain({ account }: Asked) {
  if (!account.subdomain) throw new Refused(404, 10007, "There is no workers.dev subdomain on this account.");
  return { result: { subdomain: account.subdomain } };
}

function getWorkersDev(asked: Asked) {
  const { workersDev, previews } = getScript(asked);
  return { result: { enabled: workersDev, previews_enabled: previews } };
}

async function setWorkersDev(asked: Asked) {
  const script = getScript(asked);
  const { enabled, previews_enabled } = await asked.json();
  if (enabled && !asked.account.subdomain)
    throw new Refused(400, 10063, "You need a workers.dev subdomain in order to proceed.");
  script.workersDev = Boolean(enabled);
  script.previews = Boolean(previews_enabled ?? enabled);
  return getWorkersDev(asked);
}

function listDomains({ account, query }: Asked) {
  const all = [...account.domains].map(([hostname, service]) => ({ id: hostname, hostname, service }));
  const service = query.get("service");
  return { result: service ? all.filter((domain) => domain.service === service) : all };
}

interface Origin {
  hostname: string;
}

async function compareDomains(asked: Asked) {
  const { account, parts } = asked;
  getScript(asked);
  const origins = (await asked.json()) as unknown as Origin[];
  const updated = origins.filter(({ hostname }) => account.domains.has(hostname));
  const conflicting = origins.filter(({ hostname }) => account.dnsRecords.includes(hostname));
  const withState = updated.map(({ hostname }) => ({
    id: hostname,
    hostname,
    modified: account.domains.get(hostname) !== parts[0],
  }));
  return { result: { added: [], removed: [], updated: withState, conflicting } };
}

async function putDomains(asked: Asked) {
  const { account, parts } = asked;
  getScript(asked);
  const body = (await asked.json()) as { origins: Origin[] } & Record<string, unknown>;
  for (const { hostname } of body.origins) {
    mustHaveZone(account, hostname);
    const holder = account.domains.get(hostname) ?? parts[0];
    if (holder !== parts[0] && !body["override_existing_origin"])
      throw new Refused(409, 100116, `Hostname '${hostname}' is already in use by the Worker '${holder}'.`);
    if (account.dnsRecords.includes(hostname) && !body["override_existing_dns_record"])
      throw new Refused(409, 100117, `Hostname '${hostname}' already has externally managed DNS records.`);
  }
  for (const [hostname, service] of account.domains)
    if (service === parts[0]) account.domains.delete(hostname);
  for (const { hostname } of body.origins) account.domains.set(hostname, parts[0] ?? "");
  return listDomains(asked);
}

function mustHaveZone(account: Account, hostname: string): void {
  if (!account.zones.some(({ name }) => hostname === name || hostname.endsWith(`.${name}`)))
    throw new Refused(400, 100114, `No zone of this account holds '${hostname}'.`);
}
