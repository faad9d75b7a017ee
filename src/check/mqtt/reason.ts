import type { MqttVersion } from "./packet.ts";

const LOGIN = "wrong user or password";
const FORBIDDEN = "this user may not connect: check the user, the password and the server's access list";

const OLD_REASONS: Readonly<Record<number, string>> = {
  1: "it doesn't support this MQTT version",
  2: "it rejected the client ID",
  3: "it is unavailable",
  4: LOGIN,
  5: FORBIDDEN,
};

const REASONS: Readonly<Record<number, string>> = {
  128: "no reason given",
  129: "malformed packet",
  130: "protocol error",
  131: "implementation-specific error",
  132: "it doesn't support this MQTT version",
  133: "it rejected the client ID",
  134: LOGIN,
  135: FORBIDDEN,
  136: "it is unavailable",
  137: "it is busy: try later",
  138: "this client is banned",
  139: "it is shutting down",
  140: "it requires another authentication method",
  142: "another client took over the session",
  149: "the packet is too large",
  151: "quota exceeded",
  156: "it asks clients to use another server for now",
  157: "the server has moved: use its new address",
  159: "too many connections at once",
};

export function describeReason(code: number): string {
  return OLD_REASONS[code] ?? REASONS[code] ?? `reason code ${code}`;
}

export function isVersionRefusal(version: MqttVersion, code: number): boolean {
  return version === 5 && (code === 1 || code === 132);
}
