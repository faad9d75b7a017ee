import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { migrate, splitStatements } from "../../src/data/migrate.ts";
import { MIGRATIONS } from "../../src/data/migrations.ts";
import type { Env } from "../../src/env.ts";
import { smtpSettings } from "../../src/schema/smtp.ts";

const { DB } = env as unknown as Env;

beforeEach(async () => {
  const tables = await DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' ORDER BY rowid DESC",
  ).all<{ name: string }>();
  for (const { name } of tables.results) await DB.prepare(`DROP TABLE "${name}"`).run();
});

async function applied(): Promise<string[]> {
  const rows = await DB.prepare("SELECT name FROM d1_migrations ORDER BY id").all<{ name: string }>();
  return rows.results.map(({ name }) => name);
}

const NAMES = MIGRATIONS.map(({ name }) => name);

describe("migrate", () => {
  it("applies each migration once under 20 concurrent calls", async () => {
    await Promise.all(Array.from({ length: 20 }, () => migrate(DB, MIGRATIONS)));
    expect(await applied()).toEqual(NAMES);
  });

  it("applies all migrations to a new database in one transaction", async () => {
    const sizes: number[] = [];
    const counted = Object.create(DB, {
      prepare: { value: DB.prepare.bind(DB) },
      batch: {
        value(statements: D1PreparedStatement[]) {
          sizes.push(statements.length);
          return DB.batch(statements);
        },
      },
    }) as D1Database;
    await migrate(counted, MIGRATIONS);
    expect(sizes).toEqual([2, expect.any(Number), 2]);
    expect(sizes[1]).toBeGreaterThan(MIGRATIONS.length * 2);
    expect(await applied()).toEqual(NAMES);
  });

  it("continues after wrangler, and keeps wrangler's records", async () => {
    await DB.prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations(
         id         INTEGER PRIMARY KEY AUTOINCREMENT,
         name       TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
       )`,
    ).run();
    const first = MIGRATIONS[0]!;
    await DB.batch([
      ...splitStatements(first.sql).map((statement) => DB.prepare(statement)),
      DB.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(first.name),
    ]);
    await migrate(DB, MIGRATIONS);
    expect(await applied()).toEqual(NAMES);
  });

  it("applies nothing of a migration that fails, and all of it the next time", async () => {
    const broken = {
      name: "9000_x.sql",
      sql: "CREATE TABLE half (id INTEGER);\nINSERT INTO nowhere VALUES (1);\n",
    };
    await expect(migrate(DB, [...MIGRATIONS, broken])).rejects.toThrow("nowhere");
    expect(await applied()).toEqual(NAMES);
    await migrate(DB, [...MIGRATIONS, { ...broken, sql: "CREATE TABLE half (id INTEGER);\n" }]);
    expect(await applied()).toEqual([...NAMES, "9000_x.sql"]);
  });

  it("sets the user of earlier automatic audit entries to system", async () => {
    const before = MIGRATIONS.filter(({ name }) => name < "0015");
    await migrate(DB, before);
    await DB.exec(
      `INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details) VALUES
        (1, 0, '', 'Create', 'incident', '', '{}'), (2, 0, '', 'Denied', 'session', '', '{}'),
        (3, 1, 'a@example.com', 'Update', 'incident', '', '{}')`.replaceAll("\n", " "),
    );
    await migrate(DB, MIGRATIONS);
    const { results } = await DB.prepare("SELECT user_email AS who FROM audit ORDER BY at").all();
    expect(results.map(({ who }) => who)).toEqual(["system", "", "a@example.com"]);
  });

  it.each([
    ["admin", true],
    ["operator", false],
    [null, false],
  ])("decides if SMTP settings last saved by %s may send account emails: %s", async (role, isSent) => {
    await migrate(
      DB,
      MIGRATIONS.filter(({ name }) => name < "0026"),
    );
    await DB.batch([
      DB.prepare("INSERT INTO users (id, email, role, created_at) VALUES (1, 'a@example.com', 'admin', 0)"),
      ...(role
        ? [DB.prepare("INSERT INTO users (id, email, role, created_at) VALUES (2, 'b', ?, 0)").bind(role)]
        : []),
      DB.prepare(`INSERT INTO settings VALUES ('smtp', '{"host":"mail.example.com"}', 0)`),
      ...[1, 2].map((id) =>
        DB.prepare(
          `INSERT INTO audit (at, user_id, user_email, action, entity_type, entity_name, details)
           VALUES (0, ?, '', 'Update', 'smtp_settings', 'SMTP', '{}')`,
        ).bind(id),
      ),
    ]);
    await migrate(DB, MIGRATIONS);
    const row = await DB.prepare("SELECT value FROM settings WHERE name = 'smtp'").first("value");
    const { host, savedByAdmin } = smtpSettings.parse(JSON.parse(String(row)));
    expect([host, savedByAdmin]).toEqual(["mail.example.com", isSent]);
  });

  it("keeps response times on cards from before they were optional", async () => {
    const at = MIGRATIONS.findIndex(({ name }) => name.startsWith("0042"));
    await migrate(DB, MIGRATIONS.slice(0, at));
    const card = { id: "a", type: "monitor", monitorId: 1, cardVariant: "default" };
    const text = { id: "b", type: "text", markdown: 'A card has a "cardVariant": see there.' };
    const tree = { id: "root", type: "page", children: [{ id: "g", type: "group", children: [card] }, text] };
    for (const name of ["layout", "layout/2"])
      await DB.prepare("INSERT INTO settings (name, value, updated_at) VALUES (?, ?, 0)")
        .bind(name, JSON.stringify({ tree }))
        .run();
    await migrate(DB, MIGRATIONS);
    const rows = await DB.prepare("SELECT value FROM settings WHERE name LIKE 'layout%'").all<{
      value: string;
    }>();
    for (const { value } of rows.results)
      expect(JSON.parse(value).tree.children).toEqual([
        { id: "g", type: "group", children: [{ ...card, showResponseTime: true }] },
        text,
      ]);
  });

  it("rejects a database that a newer version has migrated, with an explanation", async () => {
    await migrate(DB, MIGRATIONS);
    await DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')").run();
    await expect(migrate(DB, MIGRATIONS)).rejects.toThrow(
      "The database is newer than this version (it has 9999_later.sql)",
    );
  });
});

describe("splitStatements", () => {
  it("splits only at semicolons that end a line", () => {
    expect(
      splitStatements("-- what\nCREATE TABLE a (x TEXT DEFAULT ';a');\r\n\nSELECT 1; \n-- end\n"),
    ).toEqual(["-- what\nCREATE TABLE a (x TEXT DEFAULT ';a')", "SELECT 1"]);
  });
});
