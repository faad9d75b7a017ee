import { quote } from "../quote.ts";
import type { LdapResult } from "./message.ts";

const NAMES: Readonly<Record<number, string>> = {
  1: "operationsError",
  2: "protocolError",
  3: "timeLimitExceeded",
  7: "authMethodNotSupported",
  8: "strongerAuthRequired",
  10: "referral",
  11: "adminLimitExceeded",
  13: "confidentialityRequired",
  14: "saslBindInProgress",
  32: "noSuchObject",
  34: "invalidDNSyntax",
  48: "inappropriateAuthentication",
  49: "invalidCredentials",
  50: "insufficientAccessRights",
  51: "busy",
  52: "unavailable",
  53: "unwillingToPerform",
};

const CHECK_LOGIN = "check the bind DN and password";
const WANTS_TLS = "it requires TLS: set tls to on, verify-none or ca";
const WANTS_LOGIN = "it doesn't allow anonymous login: enter a bind DN and password";

const ADVICE: Readonly<Record<number, string>> = {
  7: "it doesn't support password login",
  8: WANTS_TLS,
  10: "another server is responsible: use that one",
  13: WANTS_TLS,
  32: CHECK_LOGIN,
  34: "use a bind DN such as cn=monitor,dc=example",
  48: WANTS_LOGIN,
  49: CHECK_LOGIN,
  50: CHECK_LOGIN,
  51: "it is busy",
  52: "it is unavailable",
  53: "check what it allows and whether it requires TLS",
};

export function describeResult({ code, words }: LdapResult): string {
  const name = [code, NAMES[code]].filter(Boolean).join(" ");
  return words === "" ? name : `${name}, ${quote(words)}`;
}

export function adviseOn({ code }: LdapResult): string {
  return ADVICE[code] ?? "check the server";
}
