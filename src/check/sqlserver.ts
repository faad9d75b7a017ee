import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import { databaseConfig } from "../schema/database_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { judgeResult } from "./database/query_result.ts";
import { formatBatch } from "./sqlserver/batch.ts";
import { wrapHandshake } from "./sqlserver/handshake_wrapping.ts";
import { formatLogin, shufflePassword } from "./sqlserver/login.ts";
import { makeResponse, PACKET, sendMessage } from "./sqlserver/packet.ts";
import { type Encryption, exchangePrelogin } from "./sqlserver/prelogin.ts";
import { findSqlServer, PORT, type SqlServerTarget } from "./sqlserver/target.ts";
import { readFirstValue, readLoginResponse } from "./sqlserver/token.ts";
import type { WireTarget } from "./wire/opening.ts";
import { wirePlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const base = databaseConfig({
  port: PORT,
  query: { description: "Use a read-only login.", default: "SELECT 1" },
  example: "Server=host,1433;Database=shop;User Id=uptide;Password=…",
});
const strict = z
  .boolean("Use true or false.")
  .default(false)
  .meta({
    title: "Strict (TDS 8)",
    description: "Starts the connection with TLS, for servers that force strict encryption.",
    "x-shownWhen": { tls: ["on", "ca", "verify-none"] },
  });

const config = base.config.safeExtend({ strict }).superRefine(({ tls, strict: isStrict }, context) => {
  if (!isStrict || tls !== "off") return;
  const message = "Strict encryption requires TLS: set TLS to on, ca or verify-none.";
  context.addIssue({ code: "custom", path: ["strict"], message });
});
const filled = base.filled.safeExtend({ strict });
type SqlServerConfig = z.output<typeof filled>;

export const sqlserver = checkType({
  type: "sqlserver",
  label: "SQL Server",
  pageLabel: "SQL Server",
  hasResponseTime: true,
  config,
  filled,
  findSecrets: (given) => findSet(given, [["password"], ["connectionString"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORT),
  run: runSqlServer,
});

async function runSqlServer(probe: Probe<SqlServerConfig>): Promise<Finding> {
  const target = findSqlServer(probe);
  probe.steps.hide(shufflePassword(target.password));
  const finding = await ask(probe, target);
  // The server routes read-only clients elsewhere, so retry without that intent.
  const isSentOn = finding.status === "down" && target.isReadOnly;
  return isSentOn ? await ask(probe, { ...target, isReadOnly: false }) : finding;
}

async function ask(probe: Probe<SqlServerConfig>, target: SqlServerTarget): Promise<Finding> {
  const startedAt = probe.now();
  const { query, expectedResult } = probe.config;
  const login = formatLogin(target);
  const encryption = decideEncryption(target);
  return await talk(probe, wireTarget(target, encryption), async (wire) => {
    if (encryption !== "inside") {
      await wire.step("Agree on encryption", () => exchangePrelogin(wire, encryption));
    }
    const { packetBytes, routedTo } = await wire.step("Log in", () => logIn(wire, login));
    if (routedTo !== null) {
      const message = `Log in: The server redirects clients to ${routedTo}: monitor that one.`;
      return { status: "down", responseMs: null, message };
    }
    const got = await wire.step("Query", async () => {
      await sendMessage(wire, formatBatch(query), { type: PACKET.batch, packetBytes });
      return await readFirstValue(makeResponse(wire.reader));
    });
    return judgeResult({ expectedResult, got, responseMs: probe.now() - startedAt });
  });
}

async function logIn(wire: Wire, login: Uint8Array) {
  await sendMessage(wire, login, { type: PACKET.login });
  return await readLoginResponse(makeResponse(wire.reader));
}

function decideEncryption({ tls, isStrict }: SqlServerTarget): Encryption {
  if (tls === "off") return "none";
  return isStrict ? "strict" : "inside";
}

function wireTarget({ hostname, port, tls, caCert }: SqlServerTarget, encryption: Encryption): WireTarget {
  const place = { hostname, port, tls, caCert };
  if (encryption === "none") return place;
  if (encryption === "strict") return { ...place, alpn: ["tds/8.0"] };
  return {
    ...place,
    prepareTls: (line) => exchangePrelogin(line, "inside"),
    // Inside TDS packets servers support no later version.
    wrapTls: { wrap: wrapHandshake, maxVersion: "TLS 1.2" },
  };
}
