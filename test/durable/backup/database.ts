/** Short-lived tables that no backup contains. */
export const LEFT_OUT_TABLES: readonly string[] = [
  ...[
    "sessions",
    "denied_accounts",
    "denied_addresses",
    "used_challenges",
    "stale_watches",
    "watch_turns",
    "subscriber_requests",
    "alert_notices",
  ],
  ...["password_links", "password_requests"],
];

interface Contents {
  /** Renaming a table quotes its name, so quotes are removed. */
  schema: Record<string, string>;
  rows: Record<string, unknown[]>;
}

const OWN = /^(?:sqlite_|_cf_|d1_migrations$)/;

export async function readDatabase(database: D1Database): Promise<Contents> {
  const { results } = await database
    .prepare("SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    .all<{ name: string; type: string; sql: string }>();
  const own = results.filter(({ name }) => !OWN.test(name));
  const rows: Record<string, unknown[]> = {};
  for (const { name } of own.filter(({ type }) => type === "table")) {
    if (LEFT_OUT_TABLES.includes(name)) continue;
    const all = await database.prepare(`SELECT * FROM "${name}"`).all();
    rows[name] = all.results
      .filter(isKept)
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return {
    schema: Object.fromEntries(own.map(({ name, sql }) => [name, sql.replaceAll('"', "")])),
    rows,
  };
}

function isKept(row: Record<string, unknown>): boolean {
  const isOwnSetting =
    ["cron", "backup_status", "restore", "update", "day"].includes(String(row["name"])) && "value" in row;
  return !isOwnSetting && row["entity_type"] !== "backup" && row["entity_type"] !== "session";
}
