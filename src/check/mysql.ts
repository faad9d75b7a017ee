import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import type { Line } from "../lib/wire/dial.ts";
import { type DatabaseConfig, databaseConfig } from "../schema/database_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { judgeResult } from "./database/query_result.ts";
import { withStringTls } from "./database/string_tls.ts";
import { findDatabase } from "./database/target.ts";
import { beginTls, type Greeting, readGreeting } from "./mysql/greeting.ts";
import { makePacketLine } from "./mysql/packet.ts";
import { makeReadOnly, query } from "./mysql/query.ts";
import { signIn } from "./mysql/sign_in.ts";
import { wirePlace } from "./wire/place.ts";
import { talk } from "./wire/wire.ts";

const PORT = 3306;
const COM_QUIT = 1;

const { config, filled } = databaseConfig({
  port: PORT,
  query: {
    description: "The first value of the result is checked. Use a read-only user.",
    default: "SELECT 1",
  },
  example: "mysql://user:password@host:3306/database",
});

export const mysql = checkType({
  type: "mysql",
  label: "MySQL, MariaDB",
  pageLabel: "MySQL",
  hasResponseTime: true,
  config,
  filled,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORT),
  run: runMysql,
});

async function runMysql(probe: Probe<DatabaseConfig>): Promise<Finding> {
  const target = withStringTls(findDatabase(probe, { schemes: ["mysql", "mariadb"], port: PORT }));
  const { query: text, expectedResult } = probe.config;
  const startedAt = probe.now();
  let early: Greeting | null = null;
  const prepareTls = async (line: Line) => {
    early = await beginTls(makePacketLine(line));
  };
  return await talk(probe, { ...target, prepareTls }, async (wire) => {
    const { isEncrypted } = wire;
    // With TLS, the greeting and the SSL request already used numbers 0 and 1.
    const packets = makePacketLine(wire, isEncrypted ? 2 : 0);
    await wire.step("Log in", async () => {
      const greeting = early ?? (await readGreeting(packets));
      await signIn(packets, { target, greeting, isEncrypted });
      await makeReadOnly(packets);
    });
    const got = await wire.step("Query", () => query(packets, text));
    const responseMs = probe.now() - startedAt;
    // The result is in, and the server may have hung up first.
    await packets.command(COM_QUIT).catch(() => undefined);
    return judgeResult({ expectedResult, got, responseMs });
  });
}
