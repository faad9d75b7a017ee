import { sql } from "drizzle-orm";
import type { Db, Statement } from "./db.ts";

/** Every place where a sealed value is stored, and the name each is sealed under (in SQL, from its row). */
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
] as const;

type SealedCell = { column: (typeof COLUMNS)[number]; key: string | number };

interface SealedValue {
  cell: SealedCell;
  sealed: string;
  name: string;
}

export async function listSealedUnder(db: Db, keyId: string, limit: number): Promise<SealedValue[]> {
  const found: SealedValue[] = [];
  for (const column of COLUMNS) {
    const value = sql.raw(textOf(column));
    const rows = await db.all<{ key: string | number; sealed: string; name: string }>(sql`
      SELECT ${sql.raw(column.key)} AS key, ${value} AS sealed, ${sql.raw(column.name)} AS name
      FROM ${sql.raw(column.table)}
      WHERE ${value} LIKE ${`v1.${keyId}.%`}
      LIMIT ${limit - found.length}`);
    found.push(...rows.map(({ key, sealed, name }) => ({ cell: { column, key }, sealed, name })));
    if (found.length >= limit) break;
  }
  return found;
}

/** Only while it still holds what was read. */
export function replaceSealed({ column, key }: SealedCell, old: string, sealed: string): Statement {
  const target = column.path
    ? sql`json_set(${sql.raw(column.column)}, ${column.path}, ${sealed})`
    : sql`${sealed}`;
  return sql`
    UPDATE ${sql.raw(column.table)} SET ${sql.raw(column.column)} = ${target}
    WHERE ${sql.raw(column.key)} = ${key} AND ${sql.raw(textOf(column))} = ${old}`;
}

function textOf({ column, path }: (typeof COLUMNS)[number]): string {
  return path ? `json_extract(${column}, '${path}')` : column;
}

/** Tables with a config; where in it secrets stand, its kind knows. */
const CONFIGS = { monitor: sql`monitors`, channel: sql`channels`, action: sql`actions` };
type ConfigOwner = keyof typeof CONFIGS;

export interface SealedConfig {
  owner: ConfigOwner;
  id: number;
  key: string;
  /** Of a monitor or a channel; else empty. */
  type: string;
  config: string;
}

/** Those whose config holds something sealed under that key. */
export async function listConfigsSealedUnder(db: Db, keyId: string, limit: number): Promise<SealedConfig[]> {
  const found: SealedConfig[] = [];
  for (const owner of Object.keys(CONFIGS) as ConfigOwner[]) {
    const type = owner === "action" ? sql`''` : sql`type`;
    const rows = await db.all<Omit<SealedConfig, "owner">>(sql`
      SELECT id, key, ${type} AS type, config FROM ${CONFIGS[owner]}
      WHERE instr(config, ${`"v1.${keyId}.`}) > 0 LIMIT ${limit - found.length}`);
    found.push(...rows.map((row) => ({ ...row, owner })));
    if (found.length >= limit) break;
  }
  return found;
}

/** Only while it still holds what was read. */
export function replaceConfig({ owner, id, config: old }: SealedConfig, config: string): Statement {
  return sql`UPDATE ${CONFIGS[owner]} SET config = ${config} WHERE id = ${id} AND config = ${old}`;
}
