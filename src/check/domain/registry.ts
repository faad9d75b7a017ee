import { DAY_MS } from "../../lib/units.ts";
import type { Probe } from "../check_type.ts";
import { CheckFault } from "../fault.ts";
import { fieldsOf, requestJson } from "./json_request.ts";

const BOOTSTRAP = new URL("https://data.iana.org/rdap/dns.json");

/** RDAP servers by top-level domain (RFC 9224). An old list is better than none. */
let known: { servers: ReadonlyMap<string, string>; readAt: number } | null = null;

export async function findServer(probe: Probe, name: string): Promise<URL | null> {
  if (!known || probe.now() - known.readAt > DAY_MS) {
    try {
      known = { servers: await readServers(probe), readAt: probe.now() };
    } catch (error) {
      if (!known) throw error;
    }
  }
  const labels = name.split(".");
  for (let at = 1; at < labels.length; at++) {
    const server = known.servers.get(labels.slice(at).join("."));
    if (server !== undefined) return new URL(server);
  }
  return null;
}

async function readServers(probe: Probe): Promise<Map<string, string>> {
  const document = await requestJson(probe, BOOTSTRAP).catch((error: unknown) => {
    if (!(error instanceof CheckFault)) throw error;
    throw new CheckFault("protocol", `IANA's list of registries can't be read: ${error.message}`, {
      cause: error,
    });
  });
  const services = document && fieldsOf(document)["services"];
  if (!Array.isArray(services) || services.length === 0)
    throw new CheckFault("protocol", "IANA's list of registries can't be read: it is empty.");
  const servers = new Map<string, string>();
  for (const service of services) {
    const [suffixes, urls] = Array.isArray(service) ? (service as unknown[]) : [];
    const all = texts(urls).filter((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""));
    const server = all.find((url) => url.startsWith("https:")) ?? all[0];
    if (server !== undefined) for (const suffix of texts(suffixes)) servers.set(suffix.toLowerCase(), server);
  }
  return servers;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
