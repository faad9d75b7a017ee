import type { Probe } from "../check_type.ts";
import { type Fields, listOf, requestJson } from "./json_request.ts";

const MOST_NAMES = 1000;

export interface Registration {
  name: string;
  expiresAt: number | null;
  registrar: string | null;
  statuses: string[];
  nameServers: string[];
}

/** Registered name by name: only an isolate's first check has to look for it. */
const registered = new Map<string, string>();

export async function findRegistration(
  probe: Probe,
  { name, server }: { name: string; server: URL },
): Promise<Registration | null> {
  const known = registered.get(name);
  const document = known === undefined ? null : await request(probe, server, known);
  if (known !== undefined && document) return toRegistration(document, known);
  const labels = name.split(".");
  for (let at = 0; at < labels.length - 1; at++) {
    const candidate = labels.slice(at).join(".");
    const found = await request(probe, server, candidate);
    if (!found) continue;
    if (registered.size >= MOST_NAMES) registered.clear();
    registered.set(name, candidate);
    return toRegistration(found, candidate);
  }
  return null;
}

async function request(probe: Probe, server: URL, name: string): Promise<Fields | null> {
  const base = new URL(server);
  base.search = base.hash = "";
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/`;
  return await requestJson(probe, new URL(`domain/${name}`, base));
}

function toRegistration(document: Fields, name: string): Registration {
  const expiry = listOf(document["events"]).find(({ eventAction }) => eventAction === "expiration");
  const expiresAt = Date.parse(String(expiry?.["eventDate"] ?? ""));
  const registrar = listOf(document["entities"]).find(({ roles }) => textsOf(roles).includes("registrar"));
  return {
    name,
    expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    registrar: registrar ? nameOf(registrar) : null,
    statuses: textsOf(document["status"]).map((status) => status.toLowerCase()),
    nameServers: listOf(document["nameservers"])
      .map(({ ldhName }) => (typeof ldhName === "string" ? normaliseName(ldhName) : ""))
      .filter((server) => server !== "")
      .toSorted(),
  };
}

export function normaliseName(name: string): string {
  return name.trim().toLowerCase().replace(/\.$/, "");
}

function nameOf({ vcardArray, handle }: Fields): string | null {
  const properties = Array.isArray(vcardArray) ? vcardArray[1] : null;
  const found = Array.isArray(properties)
    ? properties.find((property: unknown) => Array.isArray(property) && property[0] === "fn")
    : null;
  const name: unknown = Array.isArray(found) ? found[3] : null;
  if (typeof name === "string" && name.trim() !== "") return name.trim().slice(0, 200);
  return typeof handle === "string" && handle !== "" ? handle.slice(0, 200) : null;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value)
    ? value.slice(0, 50).flatMap((one) => (typeof one === "string" ? [one.slice(0, 100)] : []))
    : [];
}
