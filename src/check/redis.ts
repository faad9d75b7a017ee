import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { wholeNumber } from "../schema/limits.ts";
import { host, port } from "../schema/monitor_config.ts";
import { account, caCert, checkAuthority, tlsMode } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { quote } from "./quote.ts";
import { formatCommand, type RespReply, readReply } from "./redis/resp.ts";
import { readFirst } from "./wire/first_response.ts";
import { wirePlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const PORT = 6379;

const config = z
  .object({
    host,
    port: port.default(PORT),
    ...account,
    database: wholeNumber(0, 1_000_000)
      .default(0)
      .meta({ title: "Database", description: "Database number." }),
    tls: tlsMode.default("off"),
    caCert,
  })
  .superRefine(checkAuthority);
type RedisConfig = z.output<typeof config>;

export const redis = checkType({
  type: "redis",
  label: "Redis",
  pageLabel: "Redis",
  hasResponseTime: true,
  config,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORT),
  run: runRedis,
});

interface RedisCommand {
  words: readonly string[];
  wants: string;
  advice: string;
}

async function runRedis(probe: Probe<RedisConfig>): Promise<Finding> {
  const { host: hostname, port, tls, caCert, user, password, database } = probe.config;
  const startedAt = probe.now();
  return await talk(probe, { hostname, port, tls, caCert }, async (wire) => {
    const ask = askerOf(wire);
    if (user !== "" || password !== "") {
      const words = user === "" ? ["AUTH", password] : ["AUTH", user, password];
      await ask("Log in", { words, wants: "OK", advice: "check the user and password" });
    }
    if (database > 0) {
      const words = ["SELECT", String(database)];
      await ask("Select the database", { words, wants: "OK", advice: "check the database number" });
    }
    await ask("Ping", { words: ["PING"], wants: "PONG", advice: "check the server" });
    const responseMs = probe.now() - startedAt;
    return { status: "up", responseMs, message: `Responded to a ping in ${responseMs} ms.` };
  });
}

function askerOf(wire: Wire): (label: string, command: RedisCommand) => Promise<void> {
  let isFirst = true;

  return (label, { words, wants, advice }) =>
    wire.step(label, async () => {
      await wire.write(formatCommand(...words));
      const read = () => readReply(wire);
      const reply = isFirst ? await readFirst(wire, read) : await read();
      isFirst = false;
      if (reply.isError) {
        const todo = adviceOn(reply) ?? advice;
        throw new WireError("refused", `The server returned ${quote(reply.text)}: ${todo}.`);
      }
      if (reply.text !== wants) {
        throw new WireError("malformed", `Expected ${wants}, got ${quote(reply.text)}.`);
      }
    });
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^WRONGPASS|^ERR invalid password/i, "check the user and password"],
  [/^NOAUTH/, "it requires a password: enter it, and the user if it has several"],
  [/^NOPERM/, "grant this user permission with ACL SETUSER, or use another"],
  [/^ERR .*without any password configured/i, "it has no password set: leave user and password empty"],
  [/^ERR wrong number of arguments for 'auth'/i, "it is too old for users: leave the user empty"],
  [/^LOADING/, "it is still loading its data"],
  [/^DENIED/, "it is in protected mode: set a password for it"],
  [/^ERR max number of clients/i, "raise maxclients, or find out what holds its connections"],
  [/^(MASTERDOWN|BUSY|MISCONF|CLUSTERDOWN)/, "check the server"],
];

function adviceOn({ text }: RespReply): string | undefined {
  return ADVICE.find(([pattern]) => pattern.test(text))?.[1];
}
