import type { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import { isDeeperThan } from "../lib/nesting.ts";
import { databaseConfig } from "../schema/database_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { judgeResult } from "./database/query_result.ts";
import type { Command } from "./mongodb/bson.ts";
import { runCommand } from "./mongodb/command.ts";
import { findFirstValue } from "./mongodb/first_value.ts";
import { signIn } from "./mongodb/sign_in.ts";
import { findMongo, PORT } from "./mongodb/target.ts";
import { wirePlace } from "./wire/place.ts";
import { talk } from "./wire/wire.ts";

const MAX_DEPTH = 32;

const base = databaseConfig({
  port: PORT,
  query: {
    title: "Command",
    description: "A command as JSON. Use a read-only user.",
    default: '{"ping":1}',
  },
  example: "mongodb://user:password@host:27017/shop?authSource=admin",
});
const { database, expectedResult, query } = base.config.shape;
const ownFields = {
  database: database.meta({
    ...database.meta(),
    description: "The database to run the command in and to authenticate against. Default: admin.",
  }),
  query: query
    .refine((text) => parseCommand(text) !== null, 'Enter a command as JSON, such as {"ping":1}.')
    .meta({ ...query.meta() }),
  expectedResult: expectedResult.meta({
    ...expectedResult.meta(),
    description:
      "Compared as text with the first field of the response, or of its first document without _id. Any other value is degraded. Leave empty to accept any.",
  }),
};
const config = base.config.safeExtend(ownFields);
const filled = base.filled.safeExtend(ownFields);
type MongoConfig = z.output<typeof filled>;

export const mongodb = checkType({
  type: "mongodb",
  label: "MongoDB",
  pageLabel: "MongoDB",
  hasResponseTime: true,
  config,
  filled,
  findSecrets: (given) => findSet(given, [["password"], ["connectionString"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORT),
  run: runMongo,
});

async function runMongo(probe: Probe<MongoConfig>): Promise<Finding> {
  const target = findMongo(probe);
  const { hostname, port, tls, caCert } = target;
  const { query: text, expectedResult: expected } = probe.config;
  const startedAt = probe.now();
  return await talk(probe, { hostname, port, tls, caCert }, async (wire) => {
    if (target.user !== "") await wire.step("Log in", () => signIn(wire, target));
    const response = await wire.step("Query", () => {
      const command = parseCommand(text) ?? {};
      return runCommand(wire, { database: target.database || "admin", command });
    });
    const responseMs = probe.now() - startedAt;
    return judgeResult({ expectedResult: expected, got: findFirstValue(response), responseMs });
  });
}

function parseCommand(text: string): Command | null {
  try {
    const command: unknown = JSON.parse(text);
    if (typeof command !== "object" || command === null || Array.isArray(command)) return null;
    const { $db: _, ...rest } = command as Record<string, Command>;
    return Object.keys(rest).length > 0 && !isDeeperThan(rest, MAX_DEPTH) ? rest : null;
  } catch {
    return null;
  }
}
