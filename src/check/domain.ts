import { plural } from "../lib/plural.ts";
import { DAY_MS } from "../lib/units.ts";
import { parseName } from "../lib/wire/host_name.ts";
import type { CheckStatus } from "../schema/check_status.ts";
import { type DomainConfig, domainConfig } from "../schema/domain_config.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { findRegistration, normaliseName, type Registration } from "./domain/registration.ts";
import { findServer } from "./domain/registry.ts";
import { CheckFault } from "./fault.ts";
import { excerpt } from "./quote.ts";

export const domain = checkType({
  type: "domain",
  label: "Domain registration",
  pageLabel: "Domain",
  hasResponseTime: false,
  config: domainConfig,
  findSecrets: () => [],
  vaultSpots: [],
  describeNoData: (problem) => `The registration can't be looked up, so its state is unknown: ${problem}`,
  addressOf: ({ domain }) => (typeof domain === "string" ? domain : ""),
  destinationOf: ({ domain, rdapUrl }) => JSON.stringify([domain, rdapUrl]),
  run: runDomain,
});

async function runDomain(probe: Probe<DomainConfig>): Promise<Finding> {
  const { config, steps } = probe;
  const name = parseName(config.domain) ?? config.domain;
  const server = config.rdapUrl === "" ? await findServer(probe, name) : new URL(config.rdapUrl);
  if (!server) {
    const suffix = name.split(".").at(-1);
    throw new CheckFault("protocol", `the registry of .${suffix} offers no RDAP.`);
  }
  const registration = await findRegistration(probe, { name, server });
  if (!registration) return { status: "down", responseMs: null, message: `${name} is not registered.` };
  const { expiresAt, registrar, statuses, nameServers } = registration;
  const { status, message } = judge(registration, config, probe.now());
  steps.add({ label: "Registration", status, detail: describeFacts(registration) });
  return {
    status,
    responseMs: null,
    message,
    facts: {
      expiresAt,
      registrar: registrar && steps.clean(registrar),
      statuses: statuses.map(steps.clean),
      nameServers: nameServers.map(steps.clean),
    },
  };
}

/** Within these, the name is lost although its date may still lie ahead. */
const LOST = ["redemption period", "pending delete", "pending restore"];
const LOCKS = ["client transfer prohibited", "server transfer prohibited"];

interface Problem {
  status: CheckStatus;
  message: string;
}

function judge(registration: Registration, config: DomainConfig, now: number): Problem {
  const { name, expiresAt, registrar, statuses } = registration;
  const at = registrar === null ? "" : ` with ${excerpt(registrar)}`;
  const problems = listProblems(registration, config, now);
  if (problems.length > 0) {
    const isDown = problems.some(({ status }) => status === "down");
    return {
      status: isDown ? "down" : "degraded",
      message: problems.map(({ message }) => message).join(" "),
    };
  }
  if (expiresAt === null)
    return {
      status: "up",
      message: `${name} is registered${at}. The registry publishes no expiry date.`,
    };
  const grace = statuses.includes("auto renew period") ? " It was just renewed automatically." : "";
  return {
    status: "up",
    message: `${name} is registered${at} until ${dayOf(expiresAt)}, for ${daysLeft(expiresAt, now)} more days.${grace}`,
  };
}

function listProblems({ name, ...found }: Registration, config: DomainConfig, now: number): Problem[] {
  const problems: Problem[] = [];
  const { expiresAt, statuses, nameServers } = found;
  const lost = statuses.find((status) => LOST.includes(status));
  if (expiresAt !== null && expiresAt <= now)
    problems.push({ status: "down", message: `${name} expired on ${dayOf(expiresAt)}.` });
  else if (lost !== undefined) problems.push({ status: "down", message: `${name} is in its ${lost}.` });
  else if (expiresAt !== null && daysLeft(expiresAt, now) <= Math.max(...config.warnDays))
    problems.push({ status: "degraded", message: `${name} ${describeDaysLeft(expiresAt, now)}.` });
  const expected = (config.nameServers ?? []).map((server) => normaliseName(parseName(server) ?? server));
  if (expected.length > 0 && !isSameSet(nameServers, expected)) {
    const now = nameServers.length === 0 ? "none" : excerpt(nameServers.join(", "), 300);
    problems.push({
      status: "degraded",
      message: `The name servers have changed to ${now}; expected ${expected.join(", ")}.`,
    });
  }
  if (config.registrarLock && !statuses.some((status) => LOCKS.includes(status)))
    problems.push({
      status: "degraded",
      message: `${name} has no registrar lock, so it can be transferred.`,
    });
  return problems;
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  return left.size === right.size && [...left].every((one) => right.has(one));
}

function daysLeft(expiresAt: number, now: number): number {
  return Math.floor((expiresAt - now) / DAY_MS);
}

function describeDaysLeft(expiresAt: number, now: number): string {
  const days = daysLeft(expiresAt, now);
  const left = days === 0 ? "in less than a day" : `in ${plural(days, "day")}`;
  return `expires ${left}, on ${dayOf(expiresAt)}`;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function describeFacts({ expiresAt, registrar, statuses, nameServers }: Registration): string {
  const facts = [
    expiresAt === null ? "No expiry date" : `Expires ${dayOf(expiresAt)}`,
    `registrar ${registrar === null ? "unknown" : excerpt(registrar)}`,
    `status ${excerpt(statuses.join(", ") || "unknown", 300)}`,
    `name servers ${excerpt(nameServers.join(", ") || "none", 300)}`,
  ];
  return `${facts.join("; ")}.`;
}
