import { credentialsOfAddress } from "../lib/address_mask.ts";
import { getAt } from "../lib/at_path.ts";
import { fromBase64 } from "../lib/bytes.ts";
import type { Config, SecretPath } from "../lib/config.ts";

const USER_NAMES = ["user", "username", "bindDn", "clientId"];
const LEAST = 8;

export function findSent(config: Config, paths: readonly SecretPath[]): string[] {
  return [...paths.flatMap((path) => sentAt(config, path)), ...userAsKey(config), ...inAddresses(config)];
}

function sentAt(config: Config, path: SecretPath): string[] {
  const secret = String(getAt(config, path));
  if (path.at(-2) === "headers") return [secret, ...inHeader(secret)];
  const users = USER_NAMES.map((name) => getAt(config, [...path.slice(0, -1), name]));
  return [secret, ...users.filter(isText).flatMap((user) => together(user, secret))];
}

function together(user: string, password: string): string[] {
  return [`${user}:${password}`, `${user}\0${password}`];
}

function inHeader(value: string): string[] {
  const [, encoded = ""] = /^\s*basic\s+(\S+)\s*$/i.exec(value) ?? [];
  const login = new TextDecoder().decode(fromBase64(encoded) ?? new Uint8Array());
  const parts = value.split(/[\s;,="']+/).filter((part) => part.length >= LEAST);
  return [...parts, login, login.slice(login.indexOf(":") + 1)];
}

/** Some services take an API key as the user name. */
function userAsKey(config: Config): string[] {
  return [config, ...Object.values(record(config["steps"])).map((step) => getAt(step, ["request"]))].flatMap(
    (request) => {
      const basic = record(getAt(request, ["auth", "basic"]));
      const { username, password } = { username: "", password: "", ...basic };
      return password === "" && isText(username) ? [username] : [];
    },
  );
}

function inAddresses(value: unknown): string[] {
  if (typeof value === "string") return credentialsOfAddress(value).map((found) => found.replace(/:$/, ""));
  return Object.values(record(value)).flatMap(inAddresses);
}

function record(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
