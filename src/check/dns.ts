import { z } from "zod";
import { joinOr } from "../lib/join_or.ts";
import { parseIp } from "../lib/wire/host_name.ts";
import { trimmedText } from "../schema/limits.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { type DnsResponse, RecordFault } from "./dns/message.ts";
import { toQuestion } from "./dns/question.ts";
import { RECORD_TYPE_NAMES } from "./dns/record_type.ts";
import { DEFAULT_RESOLVER, parseResolver, resolve } from "./dns/resolver.ts";
import { CheckFault, faultMessage, OwnFault } from "./fault.ts";
import { excerpt, quote } from "./quote.ts";

const LONGEST_LIST = 500;

const config = z
  .object({
    hostname: trimmedText(255, "Enter the name to look up.").meta({
      title: "Name",
      examples: ["example.com"],
    }),
    recordType: z
      .enum(RECORD_TYPE_NAMES, `Use ${joinOr(RECORD_TYPE_NAMES)}.`)
      .default("A")
      .meta({ title: "Record type" }),
    expectedValue: trimmedText(1000)
      .default("")
      .meta({ title: "Expected value", description: "Degraded unless a record contains this text." }),
    resolver: trimmedText(1000)
      .refine(
        (text) => text === "" || parseResolver(text) !== null,
        "Use a DNS over HTTPS URL, such as https://dns.example/dns-query, or host:port for DNS over TCP.",
      )
      .default(DEFAULT_RESOLVER)
      .meta({
        title: "Resolver",
        description: "A DNS over HTTPS URL, or host:port for DNS over TCP.",
      }),
  })
  .superRefine(({ hostname, recordType }, context) => {
    if (toQuestion(hostname, recordType)) return;
    const message =
      parseIp(hostname) === null ? "Use a domain name." : "Addresses work only with PTR: use a name.";
    context.addIssue({ code: "custom", path: ["hostname"], message });
  });
type DnsConfig = z.output<typeof config>;

export const dns = checkType({
  type: "dns",
  label: "DNS record",
  pageLabel: "DNS",
  hasResponseTime: true,
  config,
  findSecrets: () => [],
  vaultSpots: [],
  addressOf: ({ hostname }) => (typeof hostname === "string" ? hostname : ""),
  destinationOf: ({ resolver }) => JSON.stringify(resolver ?? DEFAULT_RESOLVER),
  run: runDns,
});

async function runDns(probe: Probe<DnsConfig>): Promise<Finding> {
  const { hostname, recordType, expectedValue } = probe.config;
  const address = probe.config.resolver || DEFAULT_RESOLVER;
  const resolver = parseResolver(address);
  const question = toQuestion(hostname, recordType);
  if (!resolver || !question) throw new Error("the schema lets only names and resolvers through");
  const startedAt = probe.now();
  const response = await resolve(probe, resolver, question).catch((error: unknown) => {
    throw blameResolver(address, error);
  });
  const responseMs = probe.now() - startedAt;
  const verdict = judgeResponse(response, { name: question.name, recordType, expectedValue });
  probe.steps.add({ label: "Records", status: verdict.status, detail: verdict.message });
  return { ...verdict, responseMs: verdict.status === "down" ? null : responseMs };
}

interface ExpectedRecord {
  name: string;
  recordType: string;
  expectedValue: string;
}

function judgeResponse(
  { code, records }: DnsResponse,
  { name, recordType, expectedValue }: ExpectedRecord,
): Pick<Finding, "message" | "status"> {
  if (code === "NXDOMAIN") return { status: "down", message: `The name ${name} does not exist (NXDOMAIN).` };
  if (code !== "NOERROR") {
    return { status: "down", message: `The resolver returned ${code} for ${name}.` };
  }
  if (records.length === 0) {
    const status = expectedValue === "" ? "down" : "degraded";
    return { status, message: `${name} has no ${recordType} record.` };
  }
  const more = records.length > 5 ? ` and ${records.length - 5} more` : "";
  const found = `${excerpt(records.slice(0, 5).join(", "), LONGEST_LIST)}${more}`;
  if (records.some((record) => isPartOf(expectedValue, record))) return { status: "up", message: found };
  return {
    status: "degraded",
    message: `No ${recordType} record of ${name} contains ${quote(expectedValue)}: ${found}`,
  };
}

function isPartOf(expected: string, record: string): boolean {
  const wanted = parseIp(expected) ?? expected.toLowerCase().replace(/\.$/, "");
  return record.toLowerCase().includes(wanted);
}

/** An unreachable resolver says nothing about the name. The default one is this service's responsibility. */
function blameResolver(address: string, error: unknown): unknown {
  const reason = faultMessage(error);
  if (reason === null || error instanceof RecordFault) return error;
  const message = `Can't query the resolver ${address}: ${reason}`;
  if (address === DEFAULT_RESOLVER) return new OwnFault(message, { cause: error });
  return new CheckFault("unreachable", message, { cause: error });
}
