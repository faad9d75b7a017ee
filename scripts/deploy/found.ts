import type { Options } from "./options.ts";
import { type Access, ask, find } from "./platform.ts";
import type { Shipped } from "./shipped.ts";

interface Binding {
  type: string;
  name: string;
  [field: string]: unknown;
}

export interface FoundWorker {
  bindings: Binding[];
  workersDev: boolean;
  previews: boolean;
}

export interface FoundDatabase {
  id: string;
  name: string;
  tables: string[];
  migrations: string[];
  isUsed: boolean;
}

interface FoundQueue {
  name: string;
  workers: string[];
}

interface Zone {
  name: string;
  status: string;
}

export interface Found {
  worker: FoundWorker | null;
  subdomain: string | null;
  database: FoundDatabase | null;
  buckets: string[];
  queues: FoundQueue[];
  domains: { hostname: string; service: string }[];
  zones: ReadonlyMap<string, Zone | null>;
}

export async function lookAround(access: Access, shipped: Shipped, options: Options): Promise<Found> {
  const worker = await findWorker(access, shipped.name);
  const named = namesOf(worker, shipped);
  const [subdomain, database, buckets, queues, domains, zones] = await Promise.all([
    find<{ subdomain: string }>(access, {
      doing: "look up the workers.dev subdomain",
      path: "/accounts/:account/workers/subdomain",
    }),
    findDatabase(access, named.database),
    listBuckets(access, named.buckets),
    listQueues(access, named.queues),
    find<Found["domains"]>(access, { doing: "list the domains", path: "/accounts/:account/workers/domains" }),
    Promise.all(options.domains.map(async (domain) => [domain, await findZone(access, domain)] as const)),
  ]);
  return {
    worker,
    subdomain: subdomain?.subdomain ?? null,
    database,
    buckets,
    queues,
    domains: domains ?? [],
    zones: new Map(zones),
  };
}

export function namesOf(worker: FoundWorker | null, shipped: Shipped) {
  const bound = (type: string, name: string, field: string) => {
    const value = worker?.bindings.find((binding) => binding.type === type && binding.name === name)?.[field];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const [database] = shipped.d1_databases;
  const boundDatabase =
    bound("d1", database?.binding ?? "", "database_id") ?? bound("d1", database?.binding ?? "", "id");
  return {
    boundDatabase,
    database: boundDatabase ?? database?.database_id ?? database?.database_name ?? "",
    buckets: shipped.r2_buckets.map(
      ({ binding, bucket_name }) => bound("r2_bucket", binding, "bucket_name") ?? bucket_name,
    ),
    queues: shipped.queues.producers.map(
      ({ binding, queue }) => bound("queue", binding, "queue_name") ?? queue,
    ),
  };
}

export function isOurs({ bindings }: FoundWorker): boolean {
  return bindings.some((binding) => binding["class_name"] === "Watch");
}

async function findWorker(access: Access, name: string): Promise<FoundWorker | null> {
  const path = `/accounts/:account/workers/scripts/${name}`;
  const doing = `look up the Worker ${name}`;
  const settings = await find<{ bindings?: Binding[] }>(access, { doing, path: `${path}/settings` });
  if (!settings) return null;
  const address = await find<{ enabled?: boolean; previews_enabled?: boolean }>(access, {
    doing,
    path: `${path}/subdomain`,
  });
  return {
    bindings: settings.bindings ?? [],
    workersDev: address?.enabled ?? false,
    previews: address?.previews_enabled ?? false,
  };
}

async function findDatabase(access: Access, nameOrId: string): Promise<FoundDatabase | null> {
  const path = `/accounts/:account/d1/database/${encodeURIComponent(nameOrId)}`;
  const doing = `look up the database ${nameOrId}`;
  const found = await find<{ uuid: string; name: string }>(access, { doing, path });
  if (!found) return null;
  const query = async (sql: string) => {
    const body = { sql, params: [] };
    const response = await ask<{ results?: unknown }[]>(access, {
      doing: `read the database ${found.name}`,
      path: `/accounts/:account/d1/database/${found.uuid}/query`,
      method: "POST",
      body,
    });
    const rows = response?.[0]?.results;
    return (Array.isArray(rows) ? rows : []).map((row) => String((row as { name?: unknown }).name));
  };
  const tables = (await query("SELECT name FROM sqlite_master WHERE type = 'table'")).filter(
    (table) => !/^(?:sqlite_|_cf_)/.test(table),
  );
  return {
    id: found.uuid,
    name: found.name,
    tables,
    migrations: tables.includes("d1_migrations")
      ? await query("SELECT name FROM d1_migrations ORDER BY id")
      : [],
    isUsed: tables.includes("users") && (await query("SELECT id AS name FROM users LIMIT 1")).length > 0,
  };
}

async function listBuckets(access: Access, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map((name) =>
      find(access, { doing: `look up the bucket ${name}`, path: `/accounts/:account/r2/buckets/${name}` }),
    ),
  );
  return names.filter((_name, at) => found[at] !== null);
}

interface QueueResponse {
  queue_name: string;
  consumers?: { script?: string; service?: string }[];
  producers?: { script?: string; service?: string }[];
}

async function listQueues(access: Access, names: readonly string[]): Promise<FoundQueue[]> {
  const query = names.map((name) => `name=${encodeURIComponent(name)}`).join("&");
  const path = `/accounts/:account/queues?page=1&${query}`;
  const queues = await ask<QueueResponse[] | null>(access, { doing: "list the queues", path });
  return (queues ?? [])
    .filter(({ queue_name }) => names.includes(queue_name))
    .map(({ queue_name, consumers = [], producers = [] }) => ({
      name: queue_name,
      workers: [...consumers, ...producers].flatMap(({ script, service }) => script ?? service ?? []),
    }));
}

/** Like wrangler: the longest suffix of the host that is a zone in the account. */
async function findZone(access: Access, domain: string): Promise<Zone | null> {
  const parts = domain.split(".");
  for (let at = 0; at < parts.length - 1; at++) {
    const name = parts.slice(at).join(".");
    const path = `/zones?name=${name}&account.id=${access.accountId}`;
    const [zone] = await ask<{ name: string; status?: string }[]>(access, { doing: "list the zones", path });
    if (zone) return { name: zone.name, status: zone.status ?? "active" };
  }
  return null;
}
