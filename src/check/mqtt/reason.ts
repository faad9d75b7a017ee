import type { MqttVersion } from "./packet.ts";

const LOGIN = "user or password is wrong: check them";
const FORBIDDEN = "this user may not connect: check user and password, and the server's list of who may";

const OLD_REASONS: Readonly<Record<number, string>> = {
  1: "it does not know this version of MQTT",
  2: "it does not want this client id",
  3: "it is not available now",
  4: LOGIN,
  5: FORBIDDEN,
};

const REASONS: Readonly<Record<number, string>> = {
  128: "it gives no reason",
  129: "it could not read what was sent",
  130: "it found a breach of the protocol",
  131: "it refuses for a reason of its own",
  132: "it does not know this version of MQTT",
  133: "it does not want this client id",
  134: LOGIN,
  135: FORBIDDEN,
  136: "it is not available now",
  137: "it is busy: try later",
  138: "this client is banned",
  139: "it is shutting down",
  140: "it wants another way to sign in",
  142: "another client took over the session",
  149: "what was sent is too large for it",
  151: "a quota is used up",
  156: "another server is to be used for now",
  157: "the server has moved: use its new address",
  159: "too many connections come at once",
};

export function describeReason(code: number): string {
  return OLD_REASONS[code] ?? REASONS[code] ?? `it gives the reason ${code}`;
}

export function isVersionRefusal(version: MqttVersion, code: number): boolean {
  return version === 5 && (code === 1 || code === 132);
}
