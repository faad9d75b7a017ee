import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import { randomText } from "../lib/bytes.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { host, port } from "../schema/monitor_config.ts";
import { account, caCert, checkAuthority, choosePort, tlsMode } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { CheckFault } from "./fault.ts";
import {
  CONNACK,
  DISCONNECT,
  formatConnect,
  GOODBYE,
  type MqttPacket,
  type MqttReason,
  type MqttVersion,
  PING,
  PINGRESP,
  PUBLISH,
  parseConnack,
  parseDisconnect,
  readPacket,
} from "./mqtt/packet.ts";
import { describeReason, isVersionRefusal } from "./mqtt/reason.ts";
import { quote } from "./quote.ts";
import { malformedResponse } from "./wire/binary.ts";
import { readFirst } from "./wire/first_response.ts";
import { wirePlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const PORTS = { plain: 1883, secured: 8883 };
const ID_CHARACTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** With the prefix within 23 characters, which every server must accept. */
const ID_LENGTH = 16;

const config = z
  .object({
    host,
    port: port.optional().meta({ title: "Port", description: "Default: 1883, or 8883 with TLS." }),
    tls: tlsMode.default("off"),
    caCert,
    ...account,
  })
  .superRefine(checkAuthority)
  .overwrite((given) => ({ ...given, port: choosePort(given, PORTS) }));
type MqttConfig = z.output<typeof config>;

export const mqtt = checkType({
  type: "mqtt",
  label: "MQTT",
  pageLabel: "MQTT",
  hasResponseTime: true,
  config,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...wirePlace(PORTS),
  run: runMqtt,
});

class VersionRefusal extends WireError {}

async function runMqtt(probe: Probe<MqttConfig>): Promise<Finding> {
  const startedAt = probe.now();
  try {
    return await talkVersion(probe, { version: 5, startedAt });
  } catch (error) {
    const isOlder = error instanceof CheckFault && error.cause instanceof VersionRefusal;
    if (!isOlder || probe.signal.aborted) throw error;
    return await talkVersion(probe, { version: 4, startedAt });
  }
}

interface MqttAttempt {
  version: MqttVersion;
  startedAt: number;
}

async function talkVersion(probe: Probe<MqttConfig>, { version, startedAt }: MqttAttempt): Promise<Finding> {
  const { host: hostname, tls, caCert, user, password } = probe.config;
  const port = choosePort(probe.config, PORTS);
  const name = version === 5 ? "MQTT 5" : "MQTT 3.1.1";
  return await talk(probe, { hostname, port, tls, caCert }, async (wire) => {
    const client = { clientId: `uptide${randomText(ID_CHARACTERS, ID_LENGTH)}`, user, password };
    await wire.step(`Log in with ${name}`, async () => {
      await wire.write(formatConnect(version, client));
      const { code, words } = parseConnack((await readConnack(wire, version)).body);
      if (isVersionRefusal(version, code)) throw new VersionRefusal("refused", `${describeReason(code)}.`);
      if (code !== 0) throw refuse("The server refused the connection", { code, words });
    });
    await wire.step("Ping", () => ping(wire));
    const responseMs = probe.now() - startedAt;
    // DISCONNECT has no response, and the check is already done.
    await wire.write(GOODBYE).catch(() => undefined);
    return { status: "up", responseMs, message: `Responded to a ping over ${name} in ${responseMs} ms.` };
  });
}

/** A server that knows only older versions may just hang up. */
async function readConnack(wire: Wire, version: MqttVersion): Promise<MqttPacket> {
  let packet: MqttPacket;
  try {
    packet = await readFirst(wire, () => readPacket(wire));
  } catch (error) {
    const isHungUp = error instanceof WireError && (error.fault === "closed" || error.fault === "broken");
    throw version === 5 && isHungUp
      ? new VersionRefusal(error.fault, error.message, { cause: error })
      : error;
  }
  if (packet.kind !== CONNACK) throw malformedResponse("MQTT", "response to CONNECT");
  return packet;
}

async function ping(wire: Wire): Promise<void> {
  await wire.write(PING);
  for (;;) {
    const { kind, body } = await readPacket(wire);
    if (kind === PINGRESP) return;
    if (kind === DISCONNECT) throw refuse("The server closed the connection", parseDisconnect(body));
    if (kind !== PUBLISH) throw malformedResponse("MQTT", "response to a ping");
  }
}

function refuse(what: string, { code, words }: MqttReason): WireError {
  const said = words === "" ? "" : ` (it says ${quote(words)})`;
  return new WireError("refused", `${what}: ${describeReason(code)}${said}.`);
}
