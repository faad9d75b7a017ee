import { parse } from "yaml";
import { Refusal } from "./ask.mjs";
import { compact, domainMaker, keyMaker, pingConfig, WITHOUT_ICMP, within } from "./documents.mjs";
import { toFlows } from "./gatus_suites.mjs";

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

export function convert(text, { agent } = {}) {
  const config = read(text);
  const notes = [];
  const keyOf = keyMaker();
  const channels = toChannels(config.alerting ?? {}, notes);
  const toDomain = domainMaker(keyOf);
  const monitors = (config.endpoints ?? []).flatMap((endpoint) =>
    toMonitor(endpoint, { notes, keyOf, channels, agent, toDomain }),
  );
  const external = (config["external-endpoints"] ?? []).map((endpoint) =>
    toHeartbeat(endpoint, { notes, keyOf, channels }),
  );
  const flows = toFlows(config.suites ?? [], {
    notes,
    agent,
    headOf: (suite) => headOf(suite, keyOf),
    httpConfig,
    durationMs,
  });
  const known = ["endpoints", "external-endpoints", "suites", "alerting"];
  for (const name of Object.keys(config).filter((one) => !known.includes(one)))
    notes.push(`${name}: not imported.`);
  return { documents: [...channels.values(), ...monitors, ...flows, ...external], notes };
}

function read(text) {
  try {
    const config = parse(text, { merge: true });
    if (["endpoints", "external-endpoints", "suites"].some((name) => Array.isArray(config?.[name])))
      return config;
  } catch {}
  throw new Refusal("This isn't a Gatus configuration: expected YAML with endpoints or suites.");
}

function headOf({ name, group }, keyOf) {
  return {
    kind: "Monitor",
    key: keyOf(group ? `${group}-${name}` : name, "monitor"),
    name: String(name).slice(0, 200),
  };
}

function toHeartbeat(endpoint, { notes, keyOf, channels }) {
  const { interval } = endpoint.heartbeat ?? {};
  notes.push(`endpoint "${endpoint.name}": it gets a new address: copy it from the panel.`);
  if (!interval) notes.push(`endpoint "${endpoint.name}": it has no interval: set how often it reports.`);
  return {
    ...headOf(endpoint, keyOf),
    type: "webhook",
    ...(interval && { intervalSecs: within(durationMs(interval) / 1000, 10, 86_400) }),
    config: {},
    ...alertsOf(endpoint, { channels, notes }),
  };
}

function toMonitor(endpoint, { notes, keyOf, channels, agent, toDomain }) {
  const say = (what) => notes.push(`endpoint "${endpoint.name}": ${what}`);
  const made = typeOf(endpoint, { say, agent });
  if (!made) {
    say(`the address ${endpoint.url} has no counterpart; left out.`);
    return [];
  }
  const alerts = alertsOf(endpoint, { channels, notes });
  if (endpoint.enabled === false) say("it was switched off; documents can't pause a monitor.");
  if (endpoint.ui) say("its ui settings are not imported.");
  return [
    {
      ...headOf(endpoint, keyOf),
      type: made.type,
      agent,
      intervalSecs: within(durationMs(endpoint.interval ?? "60s") / 1000, 10, 86_400),
      timeoutMs: within(durationMs(endpoint.client?.timeout ?? "10s"), 1000, 300_000),
      ...alerts,
      config: compact(made.config),
      ...(endpoint.group && { tags: [{ label: String(endpoint.group).slice(0, 50), color: "#6b7280" }] }),
    },
    ...domainsOf(endpoint, { toDomain, notifications: alerts.notifications }),
  ];
}

const DOMAIN = "[DOMAIN_EXPIRATION]";

function domainsOf({ url = "", conditions = [] }, { toDomain, notifications }) {
  const condition = conditions.find((one) => one.startsWith(DOMAIN));
  const left = /(\S+)$/.exec(condition ?? "")?.[1];
  if (!left) return [];
  const days = within(durationMs(left) / 86_400_000, 1, 365);
  const warnDays = [days, ...[14, 7, 1].filter((day) => day < days)];
  return toDomain({ address: url, warnDays, notifications });
}

function typeOf(endpoint, { say, agent }) {
  const { url = "", dns } = endpoint;
  const conditions = endpoint.conditions ?? [];
  if (dns) {
    const found = /^\[BODY\]\s*==\s*(.+)$/.exec(conditions.find((one) => one.startsWith("[BODY]")) ?? "");
    reportUnmapped(conditions, (one) => one.startsWith("[BODY]") || one.startsWith("[DNS_RCODE]"), say);
    const resolver = url.includes(":") ? url : `${url}:53`;
    return {
      type: "dns",
      config: {
        hostname: dns["query-name"],
        recordType: dns["query-type"] ?? "A",
        resolver,
        expectedValue: found?.[1],
      },
    };
  }
  const scheme = /^(\w+):\/\//.exec(url)?.[1] ?? "";
  if (/^https?$/.test(scheme)) return { type: "https", config: httpConfig(endpoint, say) };
  const host = /^\w+:\/\/\[?([^\]/:]+)\]?(?::(\d+))?/.exec(url);
  const [hostname, port] = [host?.[1], host?.[2] ? Number(host[2]) : undefined];
  if (/^wss?$/.test(scheme)) return { type: "websocket", config: socketConfig(endpoint, say) };
  if (/^grpcs?$/.test(scheme) && hostname) {
    const isSecured = scheme === "grpcs" || endpoint.client?.tls !== undefined;
    reportUnmapped(conditions, (one) => one.startsWith("[CONNECTED]"), say);
    const tls = isSecured && endpoint.client?.insecure ? "verify-none" : undefined;
    const place = url.replace(/^\w+:\/\//, "").replace(/\/.*/, "");
    return { type: "grpc", config: { url: `${isSecured ? "https" : "http"}://${place}`, tls } };
  }
  const simple = { tcp: "tcp", tls: "tls", icmp: "ping", starttls: "smtp" }[scheme];
  if (!simple || !hostname) return null;
  reportUnmapped(
    conditions,
    (one) => one.startsWith("[CONNECTED]") || one.startsWith("[CERTIFICATE_EXPIRATION]"),
    say,
  );
  if (simple === "ping" && !agent) say(WITHOUT_ICMP);
  if (simple === "smtp" && port === 25 && !agent)
    say("Cloudflare blocks port 25: 587 is used instead. An agent can reach it: --agent KEY.");
  const days = certificateDays(conditions);
  const config = {
    tcp: { host: hostname, port },
    tls: { host: hostname, port: port ?? 443, warnDays: days },
    ping: pingConfig(hostname, agent),
    smtp: { host: hostname, port: !port || (port === 25 && !agent) ? 587 : port, security: "starttls" },
  }[simple];
  return { type: simple, config };
}

function socketConfig({ url, body, headers, client = {}, conditions = [] }, say) {
  if (client.insecure) say("certificates are always verified; insecure is left out.");
  const found = conditions
    .map((one) => /^\[BODY\]\s*==\s*(?:pat\(\*([^*?]+)\*\)|((?!(?:pat|any)\().+))$/.exec(one))
    .find(Boolean);
  reportUnmapped(conditions, (one) => one.startsWith("[CONNECTED]") || one === found?.[0], say);
  return { url, headers, send: body, expect: found?.[1] ?? found?.[2] };
}

function httpConfig(endpoint, say) {
  const { url, method = "GET", body, headers, client = {} } = endpoint;
  const config = { url, method, headers, followRedirects: client["ignore-redirect"] ? false : undefined };
  if (client.insecure) say("certificates are always verified; insecure is left out.");
  if (body && !["GET", "HEAD"].includes(method)) config.body = body;
  else if (body) say(`a ${method} request has no body here; left out.`);
  if (client.oauth2) {
    const {
      "token-url": tokenUrl,
      "client-id": clientId,
      "client-secret": clientSecret,
      scopes = [],
    } = client.oauth2;
    config.auth = { type: "oauth2", oauth2: { tokenUrl, clientId, clientSecret, scope: scopes.join(" ") } };
  }
  const assertions = [];
  for (const condition of (endpoint.conditions ?? []).filter((one) => !one.startsWith(DOMAIN))) {
    const [, left, operator, right] = /^(.+?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/.exec(condition) ?? [];
    const taken = takeCondition(config, assertions, { left, operator, right });
    if (!taken) say(`the condition ${condition} has no counterpart; left out.`);
  }
  if (assertions.length > 0) config.assertions = assertions;
  return config;
}

function takeCondition(config, assertions, condition) {
  const { left, operator, right } = condition;
  if (left === "[STATUS]") return takeStatus(config, operator, right);
  if (left === "[RESPONSE_TIME]" && operator.startsWith("<")) config.degradedAboveMs = Number(right);
  else if (left === "[CERTIFICATE_EXPIRATION]")
    config.certExpiry = { warnDays: within(durationMs(right) / 86_400_000, 1, 365) };
  else return takeBody(config, assertions, condition);
  return true;
}

function takeStatus(config, operator, right) {
  const any = /^any\((.+)\)$/.exec(right);
  const number = Number(right);
  if (operator === "==" && any)
    config.expectedStatus = any[1]
      .split(",")
      .map((one) => one.trim())
      .join(",");
  else if (operator === "==") config.expectedStatus = number;
  else if (operator === "<") config.expectedStatus = `100-${number - 1}`;
  else if (operator === "<=") config.expectedStatus = `100-${number}`;
  else return false;
  return true;
}

function takeBody(config, assertions, { left = "", operator, right }) {
  const pattern = /^pat\(\*(.+)\*\)$/.exec(right ?? "");
  if (left === "[BODY]" && operator === "==" && pattern && !/[*?]/.test(pattern[1])) {
    config.keyword = pattern[1];
    return true;
  }
  const path = /^\[BODY\]\.(.+)$/.exec(left)?.[1];
  const known = { "==": "equals", "!=": "not_equals", "<": "less_than", ">": "greater_than" }[operator];
  if (!path || !known || right.includes("[CONTEXT]") || /^(pat|any|len|has)\(/.test(right)) return false;
  const isNumber = /^-?\d+(\.\d+)?$/.test(right);
  assertions.push({
    source: "json",
    path: `$.${path}`,
    operator: known,
    value: isNumber ? Number(right) : right,
  });
  return true;
}

function certificateDays(conditions) {
  const text = conditions.find((one) => one.startsWith("[CERTIFICATE_EXPIRATION]"));
  const duration = /[<>]=?\s*(\S+)$/.exec(text ?? "")?.[1];
  return duration ? within(durationMs(duration) / 86_400_000, 1, 365) : undefined;
}

function reportUnmapped(conditions, isTaken, say) {
  for (const condition of conditions.filter((one) => !one.startsWith(DOMAIN) && !isTaken(one)))
    say(`the condition ${condition} has no counterpart; left out.`);
}

function alertsOf(endpoint, { channels, notes }) {
  const alerts = (endpoint.alerts ?? []).filter(({ enabled }) => enabled !== false);
  for (const { type } of alerts.filter((alert) => !channels.has(alert.type)))
    notes.push(`endpoint "${endpoint.name}": alerts through ${type} are left out.`);
  const own = alerts.filter(({ type }) => channels.has(type));
  const [first] = own;
  return {
    notifications: own.map(({ type }) => channels.get(type).key),
    failureThreshold: within(first?.["failure-threshold"] ?? 3, 1, 20),
    recoveryThreshold: within(first?.["success-threshold"] ?? 2, 1, 20),
  };
}

const CHANNELS = {
  slack: (own) => ({ type: "slack", config: { webhookUrl: own["webhook-url"] } }),
  discord: (own) => ({ type: "discord", config: { webhookUrl: own["webhook-url"] } }),
  teams: (own) => ({ type: "teams", config: { webhookUrl: own["webhook-url"] } }),
  "teams-workflows": (own) => ({ type: "teams", config: { webhookUrl: own["webhook-url"] } }),
  telegram: (own) => ({ type: "telegram", config: { botToken: own.token, chatId: String(own.id) } }),
  ntfy: (own) => ({
    type: "ntfy",
    config: { serverUrl: own.url, topic: own.topic, accessToken: own.token, priority: own.priority },
  }),
  pushover: (own) => ({
    type: "pushover",
    config: { appToken: own["application-token"], userKey: own["user-key"] },
  }),
  email: (own) => ({ type: "email", config: { to: own.to } }),
  custom: (own) => ({ type: "webhook", config: { url: own.url, method: own.method, headers: own.headers } }),
};

function toChannels(alerting, notes) {
  const channels = new Map();
  for (const [kind, own] of Object.entries(alerting)) {
    const make = CHANNELS[kind];
    if (!make || !own) {
      notes.push(`alerting.${kind}: has no counterpart; left out.`);
      continue;
    }
    if (kind === "email") notes.push("alerting.email: enter the mail server in the settings.");
    if (kind === "custom" && own.body)
      notes.push("alerting.custom: its body has other placeholders here; left out.");
    const { type, config } = make(own);
    const sendsRecovery = own["default-alert"]?.["send-on-resolved"];
    channels.set(kind, {
      kind: "NotificationChannel",
      key: kind,
      name: kind,
      type,
      notifyOnRecovery: sendsRecovery === true,
      config: compact(config),
    });
  }
  return channels;
}

function durationMs(text) {
  let ms = 0;
  for (const [, number, unit] of String(text).matchAll(/([\d.]+)(ms|s|m|h)/g))
    ms += Number(number) * UNITS[unit];
  return ms;
}
