import { Refusal } from "./ask.mjs";
import {
  blockMaker,
  compact,
  domainMaker,
  keyMaker,
  pingConfig,
  statusBelow400,
  WITHOUT_ICMP,
  within,
} from "./documents.mjs";
import { openRemote } from "./remote.mjs";

const BASE = "https://api.uptimerobot.com/v3/";
const LISTS = { monitors: "monitors", pages: "psps", windows: "maintenance-windows" };

export async function read(key, { base = BASE } = {}) {
  const remote = openRemote({ name: "UptimeRobot", base, headers: { Authorization: `Bearer ${key}` } });
  const data = {};
  for (const [name, path] of Object.entries(LISTS)) {
    data[name] = [];
    for (let next = path; next; ) {
      const page = await remote.get(next);
      data[name].push(...(page?.data ?? []));
      next = page?.nextLink ?? null;
    }
  }
  return data;
}

export function convert(data, { agent } = {}) {
  if (!Array.isArray(data?.monitors))
    throw new Refusal("This isn't an UptimeRobot export: expected JSON with monitors, pages and windows.");
  const notes = [];
  const keyOf = keyMaker();
  const toDomain = domainMaker(keyOf);
  const keys = new Map();
  const documents = [];
  for (const own of data.monitors) {
    const say = (what) => notes.push(`monitor "${own.friendlyName}": ${what}`);
    const document = toMonitor(own, { keyOf, say, agent });
    if (!document) continue;
    keys.set(own.id, document.key);
    documents.push(document);
    if (own.domainExpirationReminder) documents.push(...toDomain({ address: own.url }));
  }
  const maintenance = (data.windows ?? []).flatMap((window) => toWindow(window, { keys, notes }));
  documents.push(...toLayout(data.pages ?? [], { keys, notes }));
  notes.push("announcements and subscribers of pages: UptimeRobot doesn't export them.");
  return {
    documents,
    notes,
    history: { source: "uptimerobot", incidents: [], maintenance, subscribers: [] },
  };
}

function toMonitor(own, { keyOf, say, agent }) {
  const made = TYPES[own.type]?.(own, { say, agent });
  if (!made) {
    say(`the type ${own.type} has no counterpart; left out.`);
    return null;
  }
  if (own.status === "PAUSED") say("it was paused; documents can't pause a monitor.");
  if (own.regionalData || own.regions?.length > 0) say("its regions are not imported.");
  if (own.assignedAlertContacts?.length > 0) say("its alert contacts are not imported: add channels here.");
  const isHeartbeat = made.type === "webhook";
  return {
    kind: "Monitor",
    key: keyOf(own.friendlyName || own.url, "monitor"),
    name: String(own.friendlyName || own.url).slice(0, 200),
    type: made.type,
    ...(agent && !isHeartbeat && { agent }),
    intervalSecs: within(Number(own.interval ?? 300), 10, 86_400),
    ...(!isHeartbeat && { timeoutMs: within(Number(own.timeout ?? 30) * 1000, 1000, 300_000) }),
    config: compact(made.config),
    tags: (own.tags ?? [])
      .slice(0, 20)
      .map((tag) => ({ label: String(tag.name ?? tag).slice(0, 50), color: "#6b7280" })),
  };
}

const TYPES = {
  HTTP: (own, { say }) => ({ type: "https", config: httpConfig(own, say) }),
  KEYWORD: (own, { say }) => {
    if (own.keywordCaseType && own.keywordCaseType !== "CaseSensitive")
      say("the keyword is case-sensitive here.");
    return {
      type: "https",
      config: {
        ...httpConfig(own, say),
        keyword: own.keywordValue,
        // The type says when to alert: "exists" is a keyword that must be absent.
        keywordAbsent: own.keywordType === "ALERT_EXISTS" ? true : undefined,
        keywordFailsAs: "down",
      },
    };
  },
  API: (own, { say }) => ({
    type: "https",
    config: { ...httpConfig(own, say), assertions: assertionsOf(own.apiAssertions, say) },
  }),
  PING: (own, { say, agent }) => {
    if (!agent) say(WITHOUT_ICMP);
    return { type: "ping", config: pingConfig(hostOf(own.url), agent) };
  },
  PORT: ({ url, port }) => ({ type: "tcp", config: { host: hostOf(url), port: Number(port) } }),
  DNS: (own, { say }) => toDns(own, say),
  HEARTBEAT: ({ gracePeriod }, { say }) => {
    say("it gets a new address: copy it from the panel.");
    return { type: "webhook", config: { graceSecs: within(Number(gracePeriod ?? 0), 0, 604_800) } };
  },
};

const COMPARISONS = {
  equals: "equals",
  not_equals: "not_equals",
  contains: "contains",
  not_contains: "not_contains",
  greater_than: "greater_than",
  less_than: "less_than",
};

function assertionsOf({ checks = [], logic } = {}, say) {
  if (logic === "OR" && checks.length > 1) say("any of its assertions was enough: here all must hold.");
  const made = checks.flatMap(({ property, comparison, target }) => {
    const operator = COMPARISONS[comparison];
    if (operator) return [{ source: "json", path: property, operator, value: target }];
    say(`the comparison ${comparison} has no counterpart; left out.`);
    return [];
  });
  return made.length > 0 ? made : undefined;
}

function toDns({ url, config = {} }, say) {
  const records = Object.entries(config.dnsRecords ?? {}).filter(([, values]) => values?.length > 0);
  const [[recordType, values] = ["A", []], ...others] = records;
  if (others.length > 0) say(`only its ${recordType} records are checked.`);
  if (values.length > 1) say(`only the first of its values, ${values[0]}, is expected.`);
  return { type: "dns", config: { hostname: hostOf(url), recordType, expectedValue: values[0] } };
}

function hostOf(url = "") {
  return (URL.parse(url)?.hostname || url.replace(/^\w+:\/\//, "").replace(/[:/].*$/, "")) ?? "";
}

function httpConfig(own, say) {
  const method = String(own.httpMethodType ?? "GET").toUpperCase();
  const hasBody = !["GET", "HEAD"].includes(method);
  if (own.postValueData && !hasBody) say(`a ${method} request has no body here; left out.`);
  if (own.checkSSLErrors === false) say("certificates are always verified; ignoring them is left out.");
  return {
    url: own.url,
    method,
    headers: Object.keys(own.customHttpHeaders ?? {}).length > 0 ? own.customHttpHeaders : undefined,
    body: hasBody ? bodyOf(own) : undefined,
    expectedStatus: statusOf(own),
    followRedirects: own.followRedirections === false ? false : undefined,
    auth: authOf(own, say),
    certExpiry: own.sslExpirationReminder === false ? { enabled: false } : undefined,
  };
}

function bodyOf({ postValueData: data, postValueType: type }) {
  if (!data) return undefined;
  if (type === "KEY_VALUE" && typeof data === "object") return String(new URLSearchParams(data));
  return typeof data === "string" ? data : JSON.stringify(data);
}

function statusOf({ successHttpResponseCodes: codes, followRedirections }) {
  if (!codes?.length) return statusBelow400({ follows: followRedirections !== false });
  return codes.map((code) => String(code).replace(/^(\d)xx$/i, "$100-$199")).join(",");
}

function authOf({ authType = "NONE", httpUsername: username, httpPassword: password = "" }, say) {
  if (authType === "HTTP_BASIC" && username) return { type: "basic", basic: { username, password } };
  if (!["NONE", "HTTP_BASIC"].includes(authType))
    say(`UptimeRobot doesn't export ${authType} credentials; enter them here.`);
  return undefined;
}

function toWindow(window, { keys, notes }) {
  const { id, name, interval, date, time = "00:00", duration, monitorIds = [] } = window;
  const say = (what) => notes.push(`maintenance "${name}": ${what}`);
  if (interval && interval !== "once") {
    say("it recurs: schedule it under Maintenance; left out.");
    return [];
  }
  const startsAt = Date.parse(`${date}T${time.slice(0, 5)}:00Z`);
  if (!Number.isFinite(startsAt) || !(Number(duration) > 0)) {
    say("its time can't be read; left out.");
    return [];
  }
  say("its times are read as UTC.");
  return [
    {
      externalId: String(id),
      name: String(name).slice(0, 200),
      description: "",
      startsAt,
      endsAt: startsAt + Number(duration) * 60_000,
      monitorKeys: monitorIds.flatMap((one) => keys.get(one) ?? []),
    },
  ];
}

function toLayout([page, ...others], { keys, notes }) {
  for (const { friendlyName } of others)
    notes.push(`status page "${friendlyName}": only the first page is imported.`);
  if (!page) return [];
  const named = (page.monitorIds ?? []).filter((id) => id !== 0);
  const shown = named.length > 0 ? named.flatMap((id) => keys.get(id) ?? []) : [...keys.values()];
  if (shown.length === 0) return [];
  notes.push("Layout: replaces your page; delete the document to keep yours.");
  const { cardOf, groupOf } = blockMaker();
  return [{ kind: "Layout", children: [groupOf(page.friendlyName, shown.map(cardOf))] }];
}
