import { beforeAll, describe, expect, it } from "vitest";
import { listTableShapes } from "../../../src/data/backup_shape.ts";
import { openDb, save } from "../../../src/data/db.ts";
import { MIGRATIONS } from "../../../src/data/migrations.ts";
import {
  applyToShadows,
  beginShadows,
  dropTables,
  listMissingMigrations,
  listShadowShapes,
  migrationsUpTo,
  readShadowShapes,
} from "../../../src/data/restore_load.ts";
import { BULK_TABLES, WHOLE_TABLES } from "../../../src/domain/backup/tables.ts";
import type { RestoreState } from "../../../src/schema/backup.ts";
import type { BackupRecord } from "../../../src/schema/backup_file.ts";
import { ADMIN, bindings, setUp, signIn, type Visitor } from "../../api/client.ts";
import { LEFT_OUT_TABLES } from "./database.ts";
import { endOf, writeBackup } from "./kept.ts";

const ROOT = "/api/v1/admin/backups";

let admin: Visitor;
const db = openDb(bindings.DB);

beforeAll(async () => {
  admin = await setUp();
});

const own = async () => (await listTableShapes(db)).filter(({ name }) => !name.startsWith("restore_"));

describe("the tables of a backup", () => {
  it("are all tables of the database, each in exactly one of the three lists", async () => {
    const known = [...BULK_TABLES, ...WHOLE_TABLES, ...LEFT_OUT_TABLES];
    expect(known.toSorted()).toEqual((await own()).map(({ name }) => name).toSorted());
    expect(new Set(known).size).toBe(known.length);
  });

  it("can be created as of any migration, and migrated to the current schema", async () => {
    const expected = new Map((await own()).map((shape) => [shape.name, shape]));
    for (const { name } of MIGRATIONS) {
      await save(db, [...dropTables(await listShadowShapes(db)), beginShadows()]);
      for (const migration of migrationsUpTo(name)) await save(db, applyToShadows(migration));
      for (const migration of await listMissingMigrations(db)) await save(db, applyToShadows(migration));
      const shadows = await readShadowShapes(db);
      expect([...shadows.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
      for (const [table, { columns, key, references }] of shadows) {
        const like = expected.get(table)!;
        expect([table, columns, key]).toEqual([table, like.columns, like.key]);
        const referred = references.map((link) => ({ ...link, table: link.table.replace(/^restore_/, "") }));
        expect([table, referred]).toEqual([table, like.references]);
      }
    }
    await save(db, dropTables(await listShadowShapes(db)));
    expect(await own()).toEqual(await listTableShapes(db));
  });
});

describe("a backup of an earlier version", () => {
  it("is migrated to the current version", async () => {
    const { results } = await bindings.DB.prepare(
      `SELECT id, email, role, password_hash, must_change_password, totp_secret, totp_last_step,
        sso_issuer, sso_subject, security_version, created_at, last_login_at FROM users`,
    ).all<Record<string, string | number | null>>();
    const rows = (table: string, list: Record<string, string | number | null>[]): BackupRecord => {
      const columns = Object.keys(list[0]!);
      return {
        kind: "rows",
        table,
        columns,
        blobs: [],
        rows: list.map((row) => columns.map((name) => row[name]!)),
      };
    };
    const monitor = {
      id: 7,
      key: "site",
      name: "Site",
      type: "https",
      paused: 0,
      interval_secs: 60,
      timeout_ms: 1000,
      retries: 0,
      failure_threshold: 1,
      recovery_threshold: 1,
      config: '{"url":"https://x.example/"}',
      tags: "[]",
      // The eleventh migration removes these from other types of monitors.
      heartbeat_hash: "h",
      heartbeat_token: "t",
      created_at: 1,
      updated_at: 1,
    };
    const locale = {
      code: "pl",
      name: "Polski",
      is_default: 1,
      translations: "{}",
      created_at: 1,
      updated_at: 1,
    };
    const tables = [rows("users", results), rows("monitors", [monitor]), rows("locales", [locale])];
    const late = {
      monitor_id: 8,
      from_at: 1,
      to_at: null,
      state: "up",
      message: "of a monitor that was deleted",
    };
    const bulk = rows("monitor_history", [{ ...late, monitor_id: 7, message: "" }, late]);
    const records: BackupRecord[] = [bulk, { kind: "whole", at: 1 }, ...tables, endOf([bulk, ...tables])];
    await writeBackup(bindings, "old.uptide", { schema: "0009_channel_reach.sql", records });
    const reply = await admin.post<RestoreState>(`${ROOT}/restore`, {
      name: "old.uptide",
      currentPassword: ADMIN.password,
    });
    expect([reply.status, reply.body]).toMatchObject([200, { state: "done" }]);
    const all = async (sql: string) => (await bindings.DB.prepare(sql).all()).results;
    expect(await all("SELECT id, heartbeat_hash, heartbeat_token FROM monitors")).toEqual([
      { id: 7, heartbeat_hash: null, heartbeat_token: null },
    ]);
    expect(await all("SELECT code, published FROM locales")).toEqual([{ code: "pl", published: 1 }]);
    expect(await all("SELECT DISTINCT monitor_id FROM monitor_history")).toEqual([{ monitor_id: 7 }]);
    expect(await all("SELECT count(*) AS n FROM incident_templates")).toEqual([{ n: 0 }]);
    expect(await all("SELECT max(name) AS last FROM d1_migrations")).toEqual([
      { last: MIGRATIONS.at(-1)?.name },
    ]);
    admin = await signIn(ADMIN.email, ADMIN.password);
    expect((await admin.get<unknown[]>("/api/v1/admin/monitors")).body).toMatchObject([{ name: "Site" }]);
  });
});
