import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";

/** Every place that stores a sealed value, with the SQL for the name it is sealed under. */
const COLUMNS = [
  { table: "users", key: "id", column: "totp_secret", path: null, name: "'user/' || id || '/totp_secret'" },
  {
    table: "settings",
    key: "name",
    column: "value",
    path: "$.clientSecret",
    name: "name || '/clientSecret'",
  },
  { table: "settings", key: "name", column: "value", path: "$.password", name: "name || '/password'" },
  {
    table: "settings",
    key: "name",
    column: "value",
    path: "$.secretAccessKey",
    name: "name || '/secretAccessKey'",
  },
  { table: "settings", key: "name", column: "value", path: "$.privateKey", name: "name || '/privateKey'" },
  {
    table: "push_devices",
    key: "id",
    column: "subscription",
    path: null,
    name: "'push_device/' || seal_name",
  },
  {
    table: "contacts",
    key: "user_id",
    column: "webhook_url",
    path: null,
    name: "'contact/' || user_id || '/webhook_url'",
  },
  {
    table: "monitors",
    key: "id",
    column: "heartbeat_token",
    path: null,
    name: "'monitor/' || key || '/heartbeat'",
  },
  {
    table: "vaults",
    key: "id",
    column: "settings",
    path: "$.auth.token",
    name: "'vault/' || seal_name || '/auth/token'",
  },
  {
    table: "vaults",
    key: "id",
    column: "settings",
    path: "$.auth.secretId",
    name: "'vault/' || seal_name || '/auth/secretId'",
  },
  {
    table: "vault_secrets",
    key: "id",
    column: "sealed",
    path: null,
    name: "'vault_secret/' || seal_name",
  },
  {
    table: "subscribers",
    key: "id",
    column: "manage_token",
    path: null,
    name: "'subscriber/' || seal_name || '/manage'",
  },
  {
    table: "subscribers",
    key: "id",
    column: "signing_secret",
    path: null,
    name: "'subscriber/' || seal_name || '/signing'",
  },
  {
    table: "subscriber_notices",
    key: "id",
    column: "token",
    path: null,
    name: "'subscriber/' || (SELECT seal_name FROM subscribers s WHERE s.id = subscriber_id) || '/notice'",
  },
] as const;

const MAPS = [
  {
    table: "subscribers",
    column: "webhook_headers",
    path: "$",
    name: "'subscriber/' || seal_name || '/headers/'",
  },
  {
    table: "subscriber_requests",
    column: "body",
    path: "$.webhookHeaders",
    name: "'subscriber/' || (body ->> 'sealName') || '/headers/'",
  },
] as const;

type Named<T> = Omit<T, "table"> & { table: string };

interface SealedCell {
  table: string;
  keyColumn: string;
  key: string | number;
  column: string;
  path: string | null;
}

interface SealedValue {
  cell: SealedCell;
  sealed: string;
  name: string;
}

export async function listSealedUnder(
  db: Db,
  keyId: string,
  { limit, prefix = "" }: Sealing,
): Promise<SealedValue[]> {
  const found: SealedValue[] = [];
  const finders = [
    ...COLUMNS.map(
      (column) => (most: number) =>
        findInColumn(db, { ...column, table: prefix + column.table }, { keyId, most }),
    ),
    ...MAPS.map(
      (map) => (most: number) => findInMap(db, { ...map, table: prefix + map.table }, { keyId, most }),
    ),
  ];
  for (const find of finders) {
    found.push(...(await find(limit - found.length)));
    if (found.length >= limit) break;
  }
  return found;
}

interface Sealing {
  limit: number;
  prefix?: string;
}

interface Sought {
  keyId: string;
  most: number;
}

async function findInColumn(
  db: Db,
  { table, key: keyColumn, column, path, name: sqlName }: Named<(typeof COLUMNS)[number]>,
  { keyId, most }: Sought,
): Promise<SealedValue[]> {
  const value = valueAt({ column, path });
  const rows = await db.all<{ key: string | number; sealed: string; name: string }>(sql`
    SELECT ${sql.raw(keyColumn)} AS key, ${value} AS sealed, ${sql.raw(sqlName)} AS name
    FROM ${sql.raw(table)}
    WHERE ${value} LIKE ${`v1.${keyId}.%`}
    LIMIT ${most}`);
  return rows.map(({ key, sealed, name }) => ({
    cell: { table, keyColumn, key, column, path },
    sealed,
    name,
  }));
}

async function findInMap(
  db: Db,
  { table, column, path, name: sqlName }: Named<(typeof MAPS)[number]>,
  { keyId, most }: Sought,
): Promise<SealedValue[]> {
  const rows = await db.all<{ key: number; member: string; sealed: string; name: string }>(sql`
    SELECT ${sql.raw(`${table}.id`)} AS key, member.fullkey AS member, member.value AS sealed,
      ${sql.raw(sqlName)} || member.key AS name
    FROM ${sql.raw(table)}, json_each(${sql.raw(column)}, ${path}) AS member
    WHERE instr(${sql.raw(column)}, ${`"v1.${keyId}.`}) > 0 AND member.value LIKE ${`v1.${keyId}.%`}
    LIMIT ${most}`);
  return rows.map(({ key, member, sealed, name }) => {
    return { cell: { table, keyColumn: "id", key, column, path: member }, sealed, name };
  });
}

/** One per place; earlier releases lack some places. */
export async function listSealingKeys(db: Db): Promise<string[]> {
  const inColumns = COLUMNS.map(({ table, column, path }) => {
    const value = valueAt({ column, path });
    return sql`SELECT substr(${value}, 4, 8) AS id FROM ${sql.raw(table)} WHERE ${value} LIKE 'v1.%' LIMIT 1`;
  });
  const inConfigs = Object.values(CONFIGS).map((table) => {
    const id = sql`substr(config, instr(config, '"v1.') + 4, 8)`;
    return sql`SELECT ${id} AS id FROM ${sql.raw(table)} WHERE instr(config, '"v1.') > 0 LIMIT 1`;
  });
  const found = await Promise.all(
    [...inColumns, ...inConfigs].map(async (query) => {
      try {
        return await db.all<{ id: string }>(query);
      } catch (error) {
        if (/no such (table|column)/.test(`${error} ${(error as Error).cause}`)) return [];
        throw error;
      }
    }),
  );
  return found.flat().flatMap(({ id }) => (/^[0-9a-f]{8}$/.test(id) ? id : []));
}

export function replaceSealed(
  { table, keyColumn, key, column, path }: SealedCell,
  old: string,
  sealed: string,
): Statement {
  const target = path ? sql`json_set(${sql.raw(column)}, ${path}, ${sealed})` : sql`${sealed}`;
  return sql`
    UPDATE ${sql.raw(table)} SET ${sql.raw(column)} = ${target}
    WHERE ${sql.raw(keyColumn)} = ${key} AND ${valueAt({ column, path })} = ${old}`;
}

function valueAt({ column, path }: Pick<SealedCell, "column" | "path">): SQL {
  return path ? sql`json_extract(${sql.raw(column)}, ${path})` : sql.raw(column);
}

const CONFIGS = { monitor: "monitors", channel: "channels", action: "actions" };
type ConfigOwner = keyof typeof CONFIGS;

export interface SealedConfig {
  owner: ConfigOwner;
  id: number;
  key: string;
  type: string;
  config: string;
  table: string;
}

export async function listConfigsSealedUnder(
  db: Db,
  keyId: string,
  { limit, prefix = "" }: Sealing,
): Promise<SealedConfig[]> {
  const found: SealedConfig[] = [];
  for (const owner of Object.keys(CONFIGS) as ConfigOwner[]) {
    const type = owner === "action" ? sql`''` : sql`type`;
    const table = prefix + CONFIGS[owner];
    const rows = await db.all<Omit<SealedConfig, "owner" | "table">>(sql`
      SELECT id, key, ${type} AS type, config FROM ${sql.raw(table)}
      WHERE instr(config, ${`"v1.${keyId}.`}) > 0 LIMIT ${limit - found.length}`);
    found.push(...rows.map((row) => ({ ...row, owner, table })));
    if (found.length >= limit) break;
  }
  return found;
}

export function replaceConfig({ table, id, config: old }: SealedConfig, config: string): Statement {
  return sql`UPDATE ${sql.raw(table)} SET config = ${config} WHERE id = ${id} AND config = ${old}`;
}
