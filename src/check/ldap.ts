import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import type { Line } from "../lib/wire/dial.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { text } from "../schema/limits.ts";
import { host, port } from "../schema/monitor_config.ts";
import { account, caCert, checkAuthority, tlsMode } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { CheckFault } from "./fault.ts";
import {
  BIND_RESPONSE,
  EXTENDED_RESPONSE,
  formatBind,
  formatStartTls,
  formatUnbind,
  readResult,
} from "./ldap/message.ts";
import { adviseOn, describeResult } from "./ldap/result.ts";
import { readFirst } from "./wire/first_response.ts";
import { wirePlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const PORT = 389;
const TLS_PORT = 636;

const fields = z.object({
  host,
  port: port.default(PORT).meta({
    title: "Port",
    description:
      "With TLS, port 389 uses StartTLS and port 636 uses implicit TLS. On other ports, the server decides.",
  }),
  tls: tlsMode.default("off"),
  caCert,
  bindDn: text(2000, "The bind DN must be text.")
    .default("")
    .meta({
      title: "Bind DN",
      description: "The user to log in as. Leave empty for anonymous login.",
      examples: ["cn=monitor,dc=example"],
    }),
  password: account.password,
  vault: account.vault,
});
const config = fields.superRefine(checkAuthority).superRefine(checkBind);
type LdapConfig = z.output<typeof config>;

export const ldap = checkType({
  type: "ldap",
  label: "LDAP",
  pageLabel: "LDAP",
  hasResponseTime: true,
  config,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "bindDn", secret: "password", isUserOptional: true })],
  ...wirePlace(PORT),
  run: runLdap,
});

function checkBind({ bindDn, password, vault }: z.output<typeof fields>, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if (vault) return;
  // LDAP servers report success for a DN with an empty password (an unauthenticated bind).
  if (bindDn !== "" && password === "") {
    refuse("password", "Enter the password: without one, the server accepts any DN unchecked.");
  }
  if (bindDn === "" && password !== "") {
    refuse("bindDn", "Enter the DN for this password.");
  }
}

async function runLdap(probe: Probe<LdapConfig>): Promise<Finding> {
  const { tls, port } = probe.config;
  const startedAt = probe.now();
  if (tls === "off" || port === TLS_PORT) return await talkLdap(probe, { startedAt });
  if (port === PORT) return await talkLdap(probe, { startedAt, prepareTls: startTlsOf() });
  return await talkEitherWay(probe, startedAt);
}

/** On a non-standard port: tries implicit TLS, then StartTLS. Credentials are never sent without TLS. */
async function talkEitherWay(probe: Probe<LdapConfig>, startedAt: number): Promise<Finding> {
  const started = { isOpen: false, hasResponded: false };
  try {
    return await talkLdap(probe, { startedAt, onOpen: () => (started.isOpen = true) });
  } catch (error) {
    if (started.isOpen || probe.signal.aborted || !mayStartTls(error)) throw error;
    const prepareTls = startTlsOf(() => (started.hasResponded = true));
    return await talkLdap(probe, { startedAt, prepareTls }).catch((second: unknown) => {
      throw started.hasResponded ? second : error;
    });
  }
}

function mayStartTls(error: unknown): boolean {
  if (!(error instanceof CheckFault)) return false;
  const { kind, cause } = error;
  return kind === "tls" || kind === "closed" || (cause instanceof WireError && cause.fault === "not_tls");
}

function startTlsOf(onResponse?: () => void) {
  return async (line: Line) => {
    await line.write(formatStartTls());
    const result = await readResult(line, { tag: EXTENDED_RESPONSE, isEncrypted: false });
    onResponse?.();
    if (result.code === 0) return;
    const said = describeResult(result);
    throw new WireError(
      "refused",
      `The server doesn't support StartTLS (${said}), so nothing was sent: use a port with TLS from the start, such as ${TLS_PORT}.`,
    );
  };
}

interface LdapTalk {
  startedAt: number;
  prepareTls?: (line: Line) => Promise<void>;
  onOpen?: () => void;
}

async function talkLdap(
  probe: Probe<LdapConfig>,
  { startedAt, prepareTls, onOpen }: LdapTalk,
): Promise<Finding> {
  const { host: hostname, port, tls, caCert, bindDn } = probe.config;
  return await talk(probe, { hostname, port, tls, caCert, prepareTls }, async (wire) => {
    onOpen?.();
    await wire.step(bindDn === "" ? "Log in anonymously" : "Log in", () => bind(probe, wire));
    const responseMs = probe.now() - startedAt;
    // Unbind has no response, and the check is already done.
    await wire.write(formatUnbind()).catch(() => undefined);
    const how = bindDn === "" ? "Logged in anonymously" : "Logged in";
    return { status: "up", responseMs, message: `${how} in ${responseMs} ms.` };
  });
}

async function bind({ config: { bindDn, password } }: Probe<LdapConfig>, wire: Wire): Promise<void> {
  if (bindDn !== "" && password === "") throw new WireError("unsupported", "The password is empty.");
  await wire.write(formatBind({ bindDn, password }));
  const { isEncrypted } = wire;
  const result = await readFirst(wire, () => readResult(wire, { tag: BIND_RESPONSE, isEncrypted }));
  if (result.code === 0) return;
  const said = describeResult(result);
  throw new WireError("refused", `The server refused (${said}): ${adviseOn(result)}.`);
}
