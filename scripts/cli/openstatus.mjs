import { Refusal } from "./ask.mjs";
import { compact, keyMaker, within } from "./documents.mjs";

const FREQUENCIES = { "30s": 30, "1m": 60, "5m": 300, "10m": 600, "30m": 1800, "1h": 3600 };
const OPERATORS = {
  eq: "equals",
  not_eq: "not_equals",
  contains: "contains",
  not_contains: "not_contains",
  gt: "greater_than",
  lt: "less_than",
};

export async function read() {
  throw new Refusal("Name the file with the monitors: uptide import openstatus openstatus.yaml");
}

export function convert(data, { agent } = {}) {
  const entries = Object.entries(data ?? {}).filter(([, own]) => own?.kind && own.request);
  if (entries.length === 0)
    throw new Refusal("This isn't an OpenStatus file: expected YAML with a monitor under each id.");
  const notes = [];
  const keyOf = keyMaker();
  const documents = entries.flatMap(([id, own]) => {
    const say = (what) => notes.push(`monitor "${own.name ?? id}": ${what}`);
    const made = TYPES[own.kind]?.(own, say);
    if (!made) {
      say(`the kind ${own.kind} has no counterpart; left out.`);
      return [];
    }
    if (own.active === false) say("it was switched off; documents can't pause a monitor.");
    if (own.regions?.length > 0) say("its regions are not imported: choose those that confirm a failure.");
    return [
      {
        kind: "Monitor",
        key: keyOf(id, "monitor"),
        name: String(own.name ?? id).slice(0, 200),
        type: made.type,
        ...(agent && { agent }),
        intervalSecs: FREQUENCIES[own.frequency] ?? 600,
        timeoutMs: within(Number(own.timeout ?? 45_000), 1000, 300_000),
        retries: within(1 + Number(own.retry ?? 0), 1, 10),
        config: compact(made.config),
      },
    ];
  });
  return {
    documents,
    notes,
    history: { source: "openstatus", incidents: [], maintenance: [], subscribers: [] },
  };
}

const TYPES = {
  http: (own, say) => ({ type: "https", config: httpConfig(own, say) }),
  tcp: ({ request }) => ({ type: "tcp", config: { host: request.host, port: Number(request.port) } }),
  dns: ({ request, assertions = [] }, say) => {
    const [found, ...others] = assertions.filter(({ kind }) => kind === "dnsRecord");
    if (others.length > 0) say("only the first of its assertions is imported.");
    return {
      type: "dns",
      config: {
        hostname: request.uri ?? request.host,
        recordType: found?.key ?? "A",
        expectedValue: found?.target,
      },
    };
  },
};

function httpConfig({ request, degradedAfter, assertions = [] }, say) {
  const method = String(request.method ?? "GET").toUpperCase();
  const hasBody = request.body && !["GET", "HEAD"].includes(method);
  if (request.body && !hasBody) say(`a ${method} request has no body here; left out.`);
  const config = {
    url: request.url,
    method,
    expectedStatus: "200-299",
    headers: Object.keys(request.headers ?? {}).length > 0 ? request.headers : undefined,
    body: hasBody ? String(request.body) : undefined,
    degradedAboveMs: degradedAfter ? Number(degradedAfter) : undefined,
  };
  const taken = assertions.flatMap((one) => takeAssertion(config, one) ?? []);
  for (const { kind, compare, target } of assertions.filter((one) => !isTaken(one)))
    say(`the assertion ${kind} ${compare} ${target} has no counterpart; left out.`);
  return { ...config, assertions: taken.length > 0 ? taken : undefined };
}

function isTaken({ kind, compare }) {
  if (kind === "statusCode") return ["eq", "lt", "lte"].includes(compare);
  if (kind === "header") return ["eq", "not_eq", "contains"].includes(compare);
  return kind === "textBody" && ["contains", "not_contains"].includes(compare);
}

function takeAssertion(config, { kind, compare, target, key }) {
  if (!isTaken({ kind, compare })) return null;
  if (kind === "header")
    return [{ source: "header", name: key, operator: OPERATORS[compare], value: String(target) }];
  if (kind === "textBody") {
    config.keyword = String(target);
    if (compare === "not_contains") config.keywordAbsent = true;
    config.keywordFailsAs = "down";
    return null;
  }
  const number = Number(target);
  config.expectedStatus = compare === "eq" ? number : `100-${compare === "lt" ? number - 1 : number}`;
  return null;
}
