import { Refusal } from "./ask.mjs";
import { compact, keyMaker, statusBelow400, within } from "./documents.mjs";
import { openRemote } from "./remote.mjs";

const BASE = "https://api.checklyhq.com/v1/";
const SIZE = 100;
const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
const OPERATORS = {
  EQUALS: "equals",
  NOT_EQUALS: "not_equals",
  CONTAINS: "contains",
  NOT_CONTAINS: "not_contains",
  GREATER_THAN: "greater_than",
  LESS_THAN: "less_than",
};

export async function read(key, { base = BASE } = {}) {
  const account = process.env.UPTIDE_IMPORT_ACCOUNT;
  if (!account) throw new Refusal("Set UPTIDE_IMPORT_ACCOUNT to the id of your Checkly account.");
  const headers = { Authorization: `Bearer ${key}`, "X-Checkly-Account": account };
  const remote = openRemote({ name: "Checkly", base, headers });
  const checks = [];
  for (let at = 1; ; at++) {
    const some = (await remote.get(`checks?limit=${SIZE}&page=${at}`)) ?? [];
    checks.push(...some);
    if (some.length < SIZE) break;
  }
  return { checks };
}

export function convert(data, { agent } = {}) {
  if (!Array.isArray(data?.checks))
    throw new Refusal("This isn't a Checkly export: expected JSON with checks.");
  const notes = [];
  const keyOf = keyMaker();
  const documents = data.checks.flatMap((own) => {
    const say = (what) => notes.push(`check "${own.name}": ${what}`);
    const made = TYPES[own.checkType]?.(own, say);
    if (!made) {
      say(`the type ${own.checkType} has no counterpart; left out.`);
      return [];
    }
    if (own.activated === false) say("it was switched off; documents can't pause a monitor.");
    if (own.muted) say("it was muted: link no channel to it.");
    if (own.locations?.length > 0)
      say("its locations are not imported: choose regions that confirm a failure.");
    const isHeartbeat = made.type === "webhook";
    return [
      {
        kind: "Monitor",
        key: keyOf(own.name, "check"),
        name: String(own.name).slice(0, 200),
        type: made.type,
        ...(agent && !isHeartbeat && { agent }),
        intervalSecs: within(made.intervalSecs ?? intervalOf(own), 10, 86_400),
        ...(!isHeartbeat && { timeoutMs: within(Number(own.maxResponseTime ?? 10_000), 1000, 300_000) }),
        config: compact(made.config),
        tags: (own.tags ?? [])
          .slice(0, 20)
          .map((tag) => ({ label: String(tag).slice(0, 50), color: "#6b7280" })),
      },
    ];
  });
  if (documents.length > 0)
    notes.push("alert channels and status pages: set them up here; Checkly doesn't export subscribers.");
  return {
    documents,
    notes,
    history: { source: "checkly", incidents: [], maintenance: [], subscribers: [] },
  };
}

/** The frequency is in minutes; 0 means the offset is the interval in seconds. */
function intervalOf({ frequency = 10, frequencyOffset = 60 }) {
  return Number(frequency) === 0 ? Number(frequencyOffset) : Number(frequency) * 60;
}

const TYPES = {
  API: (own, say) => ({ type: "https", config: httpConfig(own, say) }),
  URL: (own, say) => ({ type: "https", config: httpConfig(own, say) }),
  TCP: ({ request }) => ({ type: "tcp", config: { host: request.hostname, port: Number(request.port) } }),
  DNS: ({ request }) => ({
    type: "dns",
    config: { hostname: request.query, recordType: request.recordType ?? "A" },
  }),
  HEARTBEAT: ({ heartbeat = {} }, say) => {
    say("it gets a new address: copy it from the panel.");
    const secs = (count, unit) => Number(count ?? 0) * (UNITS[unit] ?? 1);
    return {
      type: "webhook",
      intervalSecs: secs(heartbeat.period, heartbeat.periodUnit),
      config: { graceSecs: within(secs(heartbeat.grace, heartbeat.graceUnit), 0, 604_800) },
    };
  },
};

function httpConfig({ request = {}, degradedResponseTime, shouldFail }, say) {
  const method = String(request.method ?? "GET").toUpperCase();
  const hasBody = request.body && !["GET", "HEAD"].includes(method);
  if (request.skipSSL) say("certificates are always verified; ignoring them is left out.");
  const headers = Object.fromEntries((request.headers ?? []).map(({ key, value }) => [key, value]));
  const { username, password = "" } = request.basicAuth ?? {};
  const query = (request.queryParameters ?? []).map(({ key, value }) => [key, value]);
  const config = {
    url: withQuery(request.url, query),
    method,
    expectedStatus: statusBelow400({ follows: request.followRedirects !== false }),
    headers: Object.keys(headers).length > 0 ? headers : undefined,
    body: hasBody ? String(request.body) : undefined,
    followRedirects: request.followRedirects === false ? false : undefined,
    auth: username ? { type: "basic", basic: { username, password } } : undefined,
    degradedAboveMs: degradedResponseTime ? Number(degradedResponseTime) : undefined,
    invert: shouldFail ? true : undefined,
  };
  const assertions = (request.assertions ?? []).flatMap((one) => takeAssertion(config, one, say));
  return { ...config, assertions: assertions.length > 0 ? assertions : undefined };
}

function withQuery(url, query) {
  const parsed = URL.parse(url);
  if (!parsed || query.length === 0) return url;
  for (const [name, value] of query) parsed.searchParams.append(name, value);
  return parsed.href;
}

function takeAssertion(config, { source, comparison, target, property }, say) {
  const operator = OPERATORS[comparison];
  if (source === "STATUS_CODE" && comparison === "EQUALS") config.expectedStatus = Number(target);
  else if (source === "STATUS_CODE" && comparison === "LESS_THAN")
    config.expectedStatus = `100-${target - 1}`;
  else if (source === "RESPONSE_TIME" && comparison === "LESS_THAN") config.degradedAboveMs = Number(target);
  else if (source === "TEXT_BODY" && comparison === "CONTAINS" && config.keyword === undefined)
    Object.assign(config, { keyword: target, keywordFailsAs: "down" });
  else if (source === "JSON_BODY" && operator)
    return [{ source: "json", path: property, operator, value: target }];
  else if (source === "HEADERS" && ["EQUALS", "NOT_EQUALS", "CONTAINS"].includes(comparison))
    return [{ source: "header", name: property, operator, value: target }];
  else say(`the assertion ${source} ${comparison} ${target} has no counterpart; left out.`);
  return [];
}
