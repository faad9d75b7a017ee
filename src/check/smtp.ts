import { z } from "zod";
import { atRoot } from "../domain/vault/spots.ts";
import { findSet } from "../lib/at_path.ts";
import type { Config } from "../lib/config.ts";
import { isLoopbackHost } from "../lib/loopback.ts";
import { bracketed, type Line } from "../lib/wire/dial.ts";
import {
  type Extensions,
  hasLogin,
  hasZeroByte,
  parseExtensions,
  planLogin,
  secretsOf,
} from "../lib/wire/smtp.ts";
import { WireError } from "../lib/wire/wire_error.ts";
import { abortable } from "../lib/within.ts";
import { host, port } from "../schema/monitor_config.ts";
import { account } from "../schema/wire_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { ask } from "./smtp/command.ts";
import { completedPlace } from "./wire/place.ts";
import { talk, type Wire } from "./wire/wire.ts";

const SECURITIES = ["none", "starttls", "tls"] as const;
type Security = (typeof SECURITIES)[number];

const FAREWELL_MS = 1000;

const USUAL_PORTS: Readonly<Record<Security, number>> = { none: 587, starttls: 587, tls: 465 };

const fields = z.object({
  host,
  port: port.optional().meta({
    title: "Port",
    description: "Default: 465 for tls, otherwise 587. Cloudflare blocks port 25: use an agent for it.",
  }),
  security: z
    .enum(SECURITIES, "Use none, starttls or tls.")
    .default("starttls")
    .meta({
      title: "Security",
      description:
        "starttls: TLS after the greeting; down if the server doesn't offer it. tls: implicit TLS. none: no TLS.",
      "x-labels": { none: "None", starttls: "STARTTLS", tls: "Implicit TLS" },
    }),
  ...account,
});
const config = fields.superRefine(checkLogin).overwrite((given) => ({ ...given, port: portOf(given) }));
type SmtpConfig = z.output<typeof config>;

export const smtp = checkType({
  type: "smtp",
  label: "SMTP",
  pageLabel: "SMTP",
  hasResponseTime: true,
  config,
  findSecrets: (given) => findSet(given, [["password"]]),
  vaultSpots: [atRoot({ user: "user", secret: "password", isUserOptional: true })],
  ...completedPlace(complete),
  run: runSmtp,
});

function portOf({ port: own, security }: Pick<z.output<typeof fields>, "port" | "security">): number {
  return own ?? USUAL_PORTS[security];
}

function complete(given: Config): Config {
  const security = SECURITIES.find((known) => known === given["security"]) ?? "starttls";
  const own = typeof given["port"] === "number" ? given["port"] : undefined;
  // STARTTLS and implicit TLS protect equally, so both compare as "on".
  return { ...given, port: portOf({ port: own, security }), tls: security === "none" ? "off" : "on" };
}

function checkLogin(given: z.output<typeof fields>, context: z.RefinementCtx): void {
  const { host: name, security, vault } = given;
  if (security !== "none" || !(vault || hasLogin(given)) || isLoopbackHost(bracketed(name))) return;
  const message = "User and password are never sent without TLS: use starttls or tls, or remove them.";
  context.addIssue({ code: "custom", path: ["security"], message });
}

async function runSmtp(probe: Probe<SmtpConfig>): Promise<Finding> {
  const { host: hostname, security } = probe.config;
  const secrets = secretsOf(probe.config);
  for (const secret of secrets) probe.steps.hide(secret);
  const startedAt = probe.now();
  const isStartTls = security === "starttls";
  const target = {
    hostname,
    port: portOf(probe.config),
    tls: security === "none" ? "off" : "on",
    prepareTls: isStartTls ? (line: Line) => prepareTls(probe, line) : undefined,
  } as const;
  return await talk(probe, target, async (wire) => {
    if (!isStartTls) await wire.step("Greeting", () => hearGreeting(probe, wire));
    // Capabilities from before STARTTLS could be forged: ask again under TLS.
    const { logins } = await wire.step("Hello", () => sayHello(wire, secrets));
    if (hasLogin(probe.config)) await wire.step("Log in", () => logIn(probe, { wire, logins }));
    const responseMs = probe.now() - startedAt;
    await sayGoodbye(wire);
    const what = hasLogin(probe.config) ? "Logged in" : "Greeted";
    return { status: "up", responseMs, message: `${what} in ${responseMs} ms.` };
  });
}

async function sayGoodbye(line: Line): Promise<void> {
  const farewell = ask(line, { say: "QUIT", wants: [221], refusal: "No goodbye" });
  await abortable(farewell, AbortSignal.timeout(FAREWELL_MS)).catch(() => undefined);
}

async function hearGreeting({ steps, config: { security } }: Probe<SmtpConfig>, line: Line): Promise<void> {
  if (security !== "tls") {
    steps.setTimeoutMessage("No greeting (the server may expect TLS from the start: tls)");
  }
  await ask(line, { wants: [220], refusal: "The server doesn't accept email" });
}

async function sayHello(line: Line, secrets: readonly string[]): Promise<Extensions> {
  return parseExtensions(
    await ask(line, {
      say: "EHLO localhost",
      wants: [250],
      refusal: "The server refused this client",
      secrets,
    }),
  );
}

async function prepareTls(probe: Probe<SmtpConfig>, line: Line): Promise<void> {
  await hearGreeting(probe, line);
  const { hasStartTls } = await sayHello(line, []);
  if (!hasStartTls) {
    throw new WireError(
      "refused",
      "The server doesn't support STARTTLS, so nothing more was sent: use a port with TLS from the start (tls), or none.",
    );
  }
  probe.steps.setTimeoutMessage("Start TLS: no response");
  await ask(line, { say: "STARTTLS", wants: [220], refusal: "The server refused STARTTLS" });
}

async function logIn(
  probe: Probe<SmtpConfig>,
  { wire, logins }: { wire: Wire } & Pick<Extensions, "logins">,
): Promise<void> {
  if (hasZeroByte(probe.config)) {
    throw new WireError("unsupported", "The user or password contains a null byte, which can't be sent.");
  }
  const plan = planLogin(probe.config, logins);
  if (!plan) {
    throw new WireError(
      "unsupported",
      "The server doesn't support login by PLAIN or LOGIN here: check the port, or remove user and password.",
    );
  }
  const secrets = secretsOf(probe.config);
  for (const { text, wants } of plan) {
    const refusal = "The server rejected the user and password";
    await ask(wire, { say: text, wants: [wants], refusal, advice: "check them", secrets });
  }
}
