import type { DatabaseSync } from "node:sqlite";
import {
  type Account,
  type Asked,
  addDatabase,
  addQueue,
  type Queue,
  Refused,
  type Route,
} from "./account.ts";

export const STORAGE_ROUTES: readonly Route[] = [
  { method: "GET", path: /^d1\/database$/, answer: listDatabases },
  { method: "POST", path: /^d1\/database$/, answer: createDatabase },
  { method: "GET", path: /^d1\/database\/([^/]+)$/, answer: getDatabase },
  { method: "POST", path: /^d1\/database\/([^/]+)\/query$/, answer: queryDatabase },
  { method: "GET", path: /^r2\/buckets$/, answer: listBuckets },
  { method: "POST", path: /^r2\/buckets$/, answer: createBucket },
  { method: "GET", path: /^r2\/buckets\/([^/]+)$/, answer: getBucket },
  { method: "GET", path: /^queues$/, answer: listQueues },
  { method: "POST", path: /^queues$/, answer: createQueue },
  { method: "POST", path: /^queues\/([^/]+)\/consumers$/, answer: createConsumer },
  { method: "PUT", path: /^queues\/([^/]+)\/consumers\/([^/]+)$/, answer: updateConsumer },
];

function listDatabases({ account, query }: Asked) {
  const all = [...account.databases].map(([uuid, { name }]) => ({ uuid, name }));
  const named = all.filter(({ name }) => !query.has("name") || name.includes(query.get("name") ?? ""));
  return cut(named, query);
}

async function createDatabase({ account, json }: Asked) {
  const name = String((await json())["name"]);
  if ([...account.databases.values()].some((database) => database.name === name))
    throw new Refused(400, 7502, `A database with the name ${name} already exists`);
  const { databases } = account.limits;
  if (account.databases.size >= databases)
    throw new Refused(400, 7406, `System limit reached: databases per account (${databases})`);
  return { result: { uuid: addDatabase(account, name).id, name } };
}

function findDatabase(account: Account, nameOrId = "") {
  const found = [...account.databases].find(([id, { name }]) => id === nameOrId || name === nameOrId);
  if (!found) throw new Refused(404, 7404, `The database ${nameOrId} could not be found`);
  return { uuid: found[0], ...found[1] };
}

function getDatabase({ account, parts }: Asked) {
  const { uuid, name } = findDatabase(account, parts[0]);
  return { result: { uuid, name } };
}

async function queryDatabase({ account, parts, json }: Asked) {
  const { sqlite } = findDatabase(account, parts[0]);
  const sql = String((await json())["sql"]);
  try {
    return { result: run(sqlite, sql).map((results) => ({ success: true, results, meta: { duration: 0 } })) };
  } catch (error) {
    throw new Refused(400, 7500, `${error instanceof Error ? error.message : error}: SQLITE_ERROR`);
  }
}

/** All statements or none, as in D1. Returns only the last statement's rows, because nothing reads the others. */
function run(sqlite: DatabaseSync, sql: string): unknown[][] {
  const statements = sql
    .split(/;\s*(?:\n|$)/)
    .filter((statement) => /^\s*[A-Za-z]/m.test(statement.replaceAll(/^--.*$/gm, "")));
  sqlite.exec("BEGIN");
  try {
    const rows = statements.map((statement) => sqlite.prepare(statement).all());
    sqlite.exec("COMMIT");
    return rows;
  } catch (error) {
    sqlite.exec("ROLLBACK");
    throw error;
  }
}

function mustHaveR2(account: Account): void {
  if (!account.hasR2) throw new Refused(403, 10042, "Please enable R2 through the Cloudflare Dashboard.");
}

function listBuckets({ account }: Asked) {
  mustHaveR2(account);
  return { result: { buckets: [...account.buckets].map((name) => ({ name })) } };
}

async function createBucket({ account, json }: Asked) {
  mustHaveR2(account);
  const name = String((await json())["name"]);
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name))
    throw new Refused(400, 10005, "The specified bucket name is not valid.");
  if (account.buckets.has(name))
    throw new Refused(409, 10004, "The bucket you tried to create already exists, and you own it.");
  account.buckets.add(name);
  return { result: { name } };
}

function getBucket({ account, parts }: Asked) {
  mustHaveR2(account);
  if (!account.buckets.has(parts[0] ?? ""))
    throw new Refused(404, 10006, "The specified bucket does not exist.");
  return { result: { name: parts[0] } };
}

function listQueues({ account, query }: Asked) {
  const names = query.getAll("name");
  const found = account.queues.filter(({ queue_name }) => names.length === 0 || names.includes(queue_name));
  return cut(
    found.map((queue) => describe(account, queue)),
    query,
  );
}

function describe(account: Account, queue: Queue) {
  const isProducer = ({ type, queue_name }: { type: string; queue_name?: unknown }) =>
    type === "queue" && queue_name === queue.queue_name;
  const producers = [...account.scripts]
    .filter(([, script]) => script.bindings.some(isProducer))
    .map(([script]) => ({ type: "worker", script }));
  return {
    ...queue,
    consumers: queue.consumers.map((consumer) => ({ type: "worker", ...consumer })),
    producers,
    consumers_total_count: queue.consumers.length,
    producers_total_count: producers.length,
  };
}

async function createQueue({ account, json }: Asked) {
  const name = String((await json())["queue_name"]);
  if (account.queues.some(({ queue_name }) => queue_name === name))
    throw new Refused(
      409,
      11009,
      `Queue name '${name}' is already taken. Please use a different name and try again.`,
    );
  const { queues } = account.limits;
  if (account.queues.length >= queues)
    throw new Refused(403, 11010, `You have reached the limit of ${queues} queues.`);
  return { result: describe(account, addQueue(account, name)) };
}

function findQueue(account: Account, id = ""): Queue {
  const queue = account.queues.find(({ queue_id }) => queue_id === id);
  if (!queue) throw new Refused(404, 11000, `Queue does not exist: ${id}`);
  return queue;
}

async function createConsumer({ account, parts, json }: Asked) {
  const queue = findQueue(account, parts[0]);
  const { script_name, settings } = await json();
  const script = String(script_name);
  if (!account.scripts.get(script)?.modules.length)
    throw new Refused(404, 10007, `This Worker does not exist: ${script}`);
  if (queue.consumers.length > 0)
    throw new Refused(409, 11004, `Queue '${queue.queue_name}' already has a consumer.`);
  const consumer = {
    consumer_id: crypto.randomUUID(),
    script,
    settings: settings as Record<string, unknown>,
  };
  queue.consumers.push(consumer);
  return { result: consumer };
}

async function updateConsumer({ account, parts, json }: Asked) {
  const consumer = findQueue(account, parts[0]).consumers.find(({ consumer_id }) => consumer_id === parts[1]);
  if (!consumer) throw new Refused(404, 11001, "Consumer does not exist.");
  consumer.settings = (await json())["settings"] as Record<string, unknown>;
  return { result: consumer };
}

function cut<T>(all: readonly T[], query: URLSearchParams) {
  const page = Number(query.get("page") ?? 1);
  const perPage = Number(query.get("per_page") ?? 100);
  const result = all.slice((page - 1) * perPage, page * perPage);
  const info = { page, per_page: perPage, count: result.length, total_count: all.length };
  return { result, info: { ...info, total_pages: Math.ceil(all.length / perPage) } };
}
