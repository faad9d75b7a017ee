import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import { utf8 } from "../lib/bytes.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { host, port } from "../schema/monitor_config.ts";
import { account, caCert, checkAuthority, choosePort, tlsMode } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { quote } from "./quote.ts";
import {
  type AmqpMethod,
  argumentsOf,
  CLOSE,
  CLOSE_OK,
  formatMethod,
  longText,
  OPEN,
  OPEN_OK,
  PROTOCOL_HEADER,
  readMethod,
  SECURE,
  START,
  START_OK,
  shortText,
  TUNE,
  TUNE_OK,
} from "./rabbitmq/frame.ts";
import { concat, integer, malformedResponse, vector } from "./wire/binary.ts";
import { readFirst } from "./wire/first_response.ts";
import { wirePlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const PORTS = { plain: 5672, secured: 5671 };
const USUAL_ACCOUNT = "guest";

const config = z
  .object({
    host,
    port: port.optional().meta({ title: "Port", description: "Default: 5672, or 5671 with TLS." }),
    tls: tlsMode.default("off"),
    caCert,
    ...account,
    user: account.user.meta({
      title: "User",
      description: "Default: guest, if user and password are empty.",
    }),
    vhost: z
      .string("The virtual host must be text.")
      .refine((text) => utf8(text).length <= 255, "Use at most 255 bytes.")
      .default("/")
      .meta({ title: "Virtual host" }),
  })
  .superRefine(checkAuthority)
  .overwrite((given) => ({ ...given, port: choosePort(given, PORTS) }));
type RabbitmqConfig = z.output<typeof config>;

export const rabbitmq = checkType({
  type: "rabbitmq",
  label: "RabbitMQ",
  pageLabel: "RabbitMQ",
  hasResponseTime: true,
  config,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORTS),
  run: runRabbitmq,
});

async function runRabbitmq(probe: Probe<RabbitmqConfig>): Promise<Finding> {
  const { host: hostname, tls, caCert } = probe.config;
  const port = choosePort(probe.config, PORTS);
  const startedAt = probe.now();
  return await talk(probe, { hostname, port, tls, caCert }, async (wire) => {
    await wire.step("Greeting", () => greet(wire));
    await wire.step("Log in", () => logIn(probe, wire));
    await wire.step("Open the virtual host", () => openHost(probe, wire));
    await wire.step("Close", () => close(wire));
    const responseMs = probe.now() - startedAt;
    return { status: "up", responseMs, message: `Opened and closed a connection in ${responseMs} ms.` };
  });
}

async function greet(wire: Wire): Promise<void> {
  await wire.write(PROTOCOL_HEADER);
  const start = await readFirst(wire, () => readMethod(wire));
  if (start.method !== START) throw malformedResponse("AMQP 0-9-1", "greeting");
  const args = argumentsOf(start);
  // Skips the protocol version and the server properties.
  args.bytes(2);
  args.vector(4);
  const mechanisms = new TextDecoder().decode(args.vector(4)).split(" ");
  if (!mechanisms.includes("PLAIN")) {
    throw new WireError(
      "unsupported",
      `The server doesn't support user and password (PLAIN), only ${quote(mechanisms.join(" "))}.`,
    );
  }
}

/** With this capability servers explain a refused login; otherwise they just hang up. */
const ABILITIES = ["authentication_failure_close"];

async function logIn(probe: Probe<RabbitmqConfig>, wire: Wire): Promise<void> {
  const { user, password } = probe.config;
  const [name, secret] = user === "" && password === "" ? [USUAL_ACCOUNT, USUAL_ACCOUNT] : [user, password];
  if (`${name}${secret}`.includes("\0")) {
    throw new WireError("unsupported", "The user or password contains a null byte, which can't be sent.");
  }
  const abilities = ABILITIES.map((ability) => concat(shortText(ability), utf8("t"), integer(1, 1)));
  const own = [
    concat(shortText("product"), utf8("S"), longText("Uptide")),
    concat(shortText("capabilities"), utf8("F"), vector(4, ...abilities)),
  ];
  const response = longText(`\0${name}\0${secret}`);
  await wire.write(
    formatMethod(START_OK, vector(4, ...own), shortText("PLAIN"), response, shortText("en_US")),
  );
  const reply = await readReply(wire, "check the user and password");
  if (reply.method === SECURE) {
    throw new WireError("unsupported", "The server requires more than a user and password.");
  }
  if (reply.method !== TUNE) throw malformedResponse("AMQP 0-9-1", "response to the login");
  const args = argumentsOf(reply);
  const limits = concat(args.bytes(2), args.bytes(4));
  // Heartbeats off: the connection closes before one is due.
  await wire.write(formatMethod(TUNE_OK, limits, integer(2, 0)));
}

async function openHost(probe: Probe<RabbitmqConfig>, wire: Wire): Promise<void> {
  const { vhost } = probe.config;
  await wire.write(formatMethod(OPEN, shortText(vhost), shortText(""), integer(1, 0)));
  const advice = "check the virtual host and the user's access to it";
  const { method } = await readReply(wire, advice);
  if (method !== OPEN_OK) throw malformedResponse("AMQP 0-9-1", "response to Open");
}

async function close(wire: Wire): Promise<void> {
  await wire.write(formatMethod(CLOSE, integer(2, 200), shortText("Goodbye"), integer(2, 0), integer(2, 0)));
  const { method } = await readReply(wire, "check the server");
  if (method !== CLOSE_OK) throw malformedResponse("AMQP 0-9-1", "response to Close");
}

async function readReply(wire: Wire, advice: string): Promise<AmqpMethod> {
  const reply = await readMethod(wire);
  if (reply.method !== CLOSE) return reply;
  const args = argumentsOf(reply);
  const code = args.integer(2);
  const words = new TextDecoder().decode(args.vector(1));
  throw new WireError("refused", `The server closed the connection with ${code} ${quote(words)}: ${advice}.`);
}
