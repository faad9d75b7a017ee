import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import type { Line } from "../lib/wire/dial.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { type DatabaseConfig, databaseConfig } from "../schema/database_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { judgeResult } from "./database/query_result.ts";
import { withStringTls } from "./database/string_tls.ts";
import { type DatabaseTarget, findDatabase } from "./database/target.ts";
import { formatMessage } from "./postgresql/message.ts";
import { query } from "./postgresql/query.ts";
import { signIn } from "./postgresql/sign_in.ts";
import { integer, uint16s } from "./wire/binary.ts";
import { wirePlace } from "./wire/place.ts";
import { talk } from "./wire/wire.ts";

const PORT = 5432;

const { config, filled } = databaseConfig({
  port: PORT,
  query: {
    description: "The first value of the result is checked. Use a read-only user.",
    default: "SELECT 1",
  },
  example: "postgresql://user:password@host:5432/database",
});

export const postgresql = checkType({
  type: "postgresql",
  label: "PostgreSQL",
  pageLabel: "PostgreSQL",
  hasResponseTime: true,
  config,
  filled,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORT),
  run: runPostgresql,
});

async function runPostgresql(probe: Probe<DatabaseConfig>): Promise<Finding> {
  const target = withStringTls(findDatabase(probe, { schemes: ["postgresql", "postgres"], port: PORT }));
  const startedAt = probe.now();
  // A cancelled check leaves no query running.
  const settings = {
    default_transaction_read_only: "on",
    statement_timeout: String(probe.timeoutMs + 1000),
  };
  const finding = await converse(probe, { target, settings, startedAt });
  // Poolers such as PgBouncer reject unknown settings.
  return finding ?? (await converse(probe, { target, settings: {}, startedAt }))!;
}

interface Conversation {
  target: DatabaseTarget;
  settings: Record<string, string>;
  startedAt: number;
}

class SettingsRefused extends Error {}

async function converse(
  probe: Probe<DatabaseConfig>,
  { target, settings, startedAt }: Conversation,
): Promise<Finding | null> {
  const { query: text, expectedResult } = probe.config;
  try {
    return await talk(probe, { ...target, prepareTls }, async (wire) => {
      const describe = (isIn: boolean) => (isIn ? "" : "Session settings rejected: retrying without them.");
      if (!(await wire.step("Log in", () => signIn(wire, { target, settings }), describe)))
        throw new SettingsRefused();
      const got = await wire.step("Query", () => query(wire, text));
      const responseMs = probe.now() - startedAt;
      // The result is in, and the server may have hung up first.
      await wire.write(formatMessage("X")).catch(() => undefined);
      return judgeResult({ expectedResult, got, responseMs });
    });
  } catch (error) {
    if (error instanceof SettingsRefused) return null;
    throw error;
  }
}

const SSL_REQUEST = [1234, 5679] as const;

async function prepareTls({ write, reader }: Line): Promise<void> {
  await write(new Uint8Array([...integer(4, 8), ...uint16s(...SSL_REQUEST)]));
  const response = String.fromCharCode(...(await reader.readExactly(1)));
  if (response === "S") return;
  const sentence =
    response === "N"
      ? "The server has no TLS: enable it there (ssl = on), or set TLS to off here."
      : "This isn't a PostgreSQL server: check the host and port.";
  throw new WireError(response === "N" ? "refused" : "malformed", sentence);
}
