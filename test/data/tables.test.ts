import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../../src/data/migrate.ts";
import { MIGRATIONS } from "../../src/data/migrations.ts";
import * as access from "../../src/data/tables.ts";
import * as action from "../../src/data/tables_action.ts";
import * as agent from "../../src/data/tables_agent.ts";
import * as alert from "../../src/data/tables_alert.ts";
import * as incident from "../../src/data/tables_incident.ts";
import * as monitor from "../../src/data/tables_monitor.ts";
import * as onCall from "../../src/data/tables_on_call.ts";
import * as page from "../../src/data/tables_page.ts";
import * as subscriber from "../../src/data/tables_subscriber.ts";
import * as vault from "../../src/data/tables_vault.ts";
import type { Env } from "../../src/env.ts";

const { DB } = env as unknown as Env;

interface Column {
  name: string;
  type: string;
  isNotNull: boolean;
  default: string | null;
  keyPart: number;
}

const defined = [access, action, agent, alert, incident, monitor, onCall, page, subscriber, vault]
  .flatMap((module): unknown[] => Object.values(module))
  .filter((value) => is(value, SQLiteTable));

/** Tables of SQLite, wrangler and D1. */
const FOREIGN = /^(sqlite_|_cf_|d1_migrations$)/;

async function readTables(): Promise<Map<string, Column[]>> {
  const { results: tables } = await DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
    name: string;
  }>();
  const found = new Map<string, Column[]>();
  for (const { name } of tables.filter(({ name }) => !FOREIGN.test(name))) {
    const { results } = await DB.prepare(
      'SELECT name, type, "notnull" AS isNotNull, dflt_value AS "default", pk AS keyPart FROM pragma_table_info(?)',
    )
      .bind(name)
      .all<Omit<Column, "isNotNull"> & { isNotNull: number }>();
    found.set(
      name,
      byName(
        results.map((column) => ({
          ...column,
          default: column.default?.replace(/^'(.*)'$/, "$1") ?? null,
          // A primary key is never null, even without NOT NULL.
          isNotNull: column.isNotNull === 1 || column.keyPart > 0,
        })),
      ),
    );
  }
  return found;
}

function readDefinition(table: SQLiteTable): Column[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns.map(({ name }) => name) ?? [];
  return byName(
    columns.map((column) => {
      const inKey = key.indexOf(column.name) + 1;
      const value = column.default === undefined ? null : column.mapToDriverValue(column.default);
      return {
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        isNotNull: column.notNull,
        default: value === null ? null : String(value),
        keyPart: column.primary ? 1 : inKey,
      };
    }),
  );
}

function byName(columns: Column[]): Column[] {
  return columns.sort((a, b) => (a.name < b.name ? -1 : 1));
}

describe("the table definitions", () => {
  beforeAll(async () => await migrate(DB, MIGRATIONS));

  it("match the tables that the migrations create", async () => {
    const made = [...(await readTables()).keys()].sort();
    expect(made.length).toBeGreaterThan(20);
    expect(defined.map(getTableName).sort()).toEqual(made);
  });

  it("match the columns, types, defaults and keys of the database", async () => {
    const named = defined.map((table) => [getTableName(table), readDefinition(table)]);
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(await readTables()));
  });
});
