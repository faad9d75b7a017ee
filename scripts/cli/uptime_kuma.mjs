import { Refusal } from "./ask.mjs";
import { compact, keyMaker, within } from "./documents.mjs";

/** From the JSON that Uptime Kuma's settings offer as a backup. */
export function convert(text) {
  const backup = parse(text);
  const notes = [];
  const keyOf = keyMaker();
  const channelKeyOf = keyMaker();
  const channels = new Map();
  for (const notification of backup.notificationList ?? []) {
    const document = toChannel(notification, { notes, keyOf: channelKeyOf });
    if (document) channels.set(String(notification.id), document);
  }
  const monitors = [];
  for (const monitor of backup.monitorList ?? []) {
    const type = TYPES[monitor.type];
    if (!type) {
      notes.push(`monitor "${monitor.name}": the type ${monitor.type} has no counterpart; left out.`);
      continue;
    }
    const say = (what) => notes.push(`monitor "${monitor.name}": ${what}`);
    const { config, ...rest } = type(monitor, say);
    tellOddities(monitor, say);
    monitors.push({
      kind: "Monitor",
      key: keyOf(monitor.name, "monitor"),
      name: String(monitor.name).slice(0, 200),
      type: rest.type,
      intervalSecs: within(Number(monitor.interval ?? 60), 10, 86_400),
      timeoutMs: within(Number(monitor.timeout || 48) * 1000, 1000, 300_000),
      // Kuma alerts after this many failed retries more; here that is a streak of failed checks.
      failureThreshold: within(Number(monitor.maxretries ?? 0) + 1, 1, 20),
      config: compact(config),
      tags: (monitor.tags ?? []).slice(0, 20).map(toTag),
      notifications: Object.entries(monitor.notificationIDList ?? {})
        .filter(([id, isOn]) => isOn && channels.has(id))
        .map(([id]) => channels.get(id).key),
    });
  }
  for (const name of ["proxyList", "statusPageList", "maintenanceList", "dockerHostList"])
    if (backup[name]?.length > 0) notes.push(`${name}: ${backup[name].length} entries are not taken over.`);
  return { documents: [...channels.values(), ...monitors], notes };
}

function parse(text) {
  try {
    const backup = JSON.parse(text);
    if (Array.isArray(backup?.monitorList)) return backup;
  } catch {}
  throw new Refusal("This is no backup of Uptime Kuma: it is JSON with a monitorList.");
}

const TYPES = {
  http: (monitor, say) => ({ type: "https", config: httpConfig(monitor, say) }),
  keyword: (monitor, say) => ({
    type: "https",
    config: { ...httpConfig(monitor, say), keyword: monitor.keyword },
  }),
  "json-query": (monitor, say) => {
    const path = String(monitor.jsonPath ?? "").startsWith("$")
      ? monitor.jsonPath
      : `$.${monitor.jsonPath ?? ""}`;
    const operator = {
      "==": "equals",
      "!=": "not_equals",
      ">": "greater_than",
      "<": "less_than",
      contains: "contains",
    }[monitor.jsonPathOperator ?? "=="];
    if (!operator)
      say(`the comparison ${monitor.jsonPathOperator} has no counterpart; equals stands in its place.`);
    const value = monitor.expectedValue ?? "";
    return {
      type: "https",
      config: {
        ...httpConfig(monitor, say),
        assertions: [{ source: "json", path, operator: operator ?? "equals", value }],
      },
    };
  },
  port: ({ hostname, port }) => ({ type: "tcp", config: { host: hostname, port: Number(port) } }),
  ping: ({ hostname }, say) => {
    say("ICMP is out of reach of the platform: a TCP connection to port 80 stands in its place.");
    return { type: "ping", config: { host: hostname, port: 80 } };
  },
  dns: ({ hostname, dns_resolve_type, dns_resolve_server, port }) => ({
    type: "dns",
    config: {
      hostname,
      recordType: dns_resolve_type ?? "A",
      resolver: dns_resolve_server ? `${dns_resolve_server.split(",")[0].trim()}:${port || 53}` : undefined,
    },
  }),
  push: (_, say) => {
    say("its address is another here: read the new one in the panel.");
    return { type: "webhook", config: {} };
  },
  postgres: fromConnectionString("postgresql"),
  mysql: fromConnectionString("mysql"),
  sqlserver: sqlServer,
  mongodb: mongo,
  redis: fromConnectionString("redis"),
  mqtt: ({ hostname, port, mqttUsername, mqttPassword }, say) => {
    say("the topic is not read: the check connects and pings the broker.");
    const host = String(hostname).replace(/^\w+:\/\//, "");
    return {
      type: "mqtt",
      config: {
        host,
        port: Number(port || 1883),
        user: mqttUsername || undefined,
        password: mqttPassword || undefined,
      },
    };
  },
  "grpc-keyword": ({ grpcUrl, grpcServiceName }, say) => {
    say("the standard health protocol is asked in place of the method and the keyword.");
    return {
      type: "grpc",
      config: {
        url: /^https?:/.test(grpcUrl) ? grpcUrl : `http://${grpcUrl}`,
        service: grpcServiceName || undefined,
      },
    };
  },
};

function httpConfig(monitor, say) {
  const { url, method = "GET", body, headers } = monitor;
  const own = readHeaders(headers, say);
  const statuses = (monitor.accepted_statuscodes ?? []).join(",");
  const carriesBody = !["GET", "HEAD"].includes(method);
  if (body && !carriesBody) say(`${method} carries no body: it is left out.`);
  return {
    url,
    method,
    headers: Object.keys(own).length > 0 ? own : undefined,
    body: carriesBody && body ? body : undefined,
    expectedStatus: statuses && statuses !== "200-299" ? statuses : "200-299",
    followRedirects: monitor.maxredirects === 0 ? false : undefined,
    auth: authOf(monitor, say),
    certExpiry: monitor.expiryNotification === false ? { enabled: false } : undefined,
  };
}

function authOf(monitor, say) {
  const { basic_auth_user: username, basic_auth_pass: password = "", authMethod } = monitor;
  if (authMethod === "oauth2-cc") {
    const { oauth_token_url, oauth_client_id, oauth_client_secret = "", oauth_scopes } = monitor;
    const oauth2 = {
      tokenUrl: oauth_token_url,
      clientId: oauth_client_id,
      clientSecret: oauth_client_secret,
      scope: oauth_scopes || undefined,
    };
    return { type: "oauth2", oauth2: compact(oauth2) };
  }
  if (authMethod && authMethod !== "basic") say(`the sign-in ${authMethod} has no counterpart; left out.`);
  else if (username) return { type: "basic", basic: { username, password: password ?? "" } };
  return undefined;
}

function readHeaders(text, say) {
  if (!text) return {};
  try {
    return JSON.parse(text);
  } catch {
    say("its headers are no JSON; left out.");
    return {};
  }
}

/** Its connection strings are those of ADO.NET: `Server=host,1433;User Id=…`. */
function sqlServer(monitor, say) {
  const settings = {};
  const text = String(monitor.databaseConnectionString ?? "");
  for (const [, name, value] of text.matchAll(/\s*([^=;]+?)\s*=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|[^;]*)/g)) {
    const quote = /^["']/.exec(value)?.[0];
    settings[name.toLowerCase()] = quote ? value.slice(1, -1).replaceAll(quote + quote, quote) : value.trim();
  }
  const { server = settings["data source"], pwd, uid } = settings;
  const [, host, port] = /^(?:tcp:)?([^\\,]+)(?:\\[^,]*)?(?:,\s*(\d+))?$/.exec(server ?? "") ?? [];
  if (!host) return fromConnectionString("sqlserver")(monitor, say);
  const isEncrypted = /^(?:true|yes|mandatory|strict)$/i.test(settings.encrypt ?? "");
  const isUnverified = /^(?:true|yes)$/i.test(settings.trustservercertificate ?? "");
  const encrypted = isUnverified ? "verify-none" : "on";
  return {
    type: "sqlserver",
    config: {
      host,
      port: port ? Number(port) : undefined,
      database: settings.database ?? settings["initial catalog"],
      user: settings["user id"] ?? uid,
      password: settings.password ?? pwd,
      query: monitor.databaseQuery || undefined,
      tls: isEncrypted ? encrypted : undefined,
    },
  };
}

function mongo(monitor, say) {
  const text = String(monitor.databaseConnectionString ?? "");
  // Of several hosts the first.
  const one = text.replace(/^(\w+:\/\/(?:[^/?#@]*@)?[^/?#,@]+),[^/?#@]*/, "$1");
  const { type, config } = fromConnectionString("mongodb")(
    { ...monitor, databaseConnectionString: one },
    say,
  );
  const options = URL.canParse(one) ? new URL(one).searchParams : new URLSearchParams();
  if (text.startsWith("mongodb+srv:"))
    say("its connection string names no host but a group: fill in one of its hosts.");
  const authSource = options.get("authSource");
  if (authSource && authSource !== (config.database || "admin"))
    say(`its user is kept in ${authSource}: write that as the database.`);
  const isEncrypted =
    text.startsWith("mongodb+srv:") || [options.get("tls"), options.get("ssl")].includes("true");
  return { type, config: { ...config, tls: isEncrypted ? "on" : undefined } };
}

function fromConnectionString(type) {
  return ({ databaseConnectionString, databaseQuery }, say) => {
    const url = URL.canParse(databaseConnectionString) ? new URL(databaseConnectionString) : null;
    if (!url?.hostname) {
      say("its connection string can't be read: fill in host, user and password.");
      return { type, config: { host: "example.com", query: databaseQuery || undefined } };
    }
    const decoded = (part) => (part ? decodeURIComponent(part) : undefined);
    const config = {
      host: url.hostname,
      port: url.port ? Number(url.port) : undefined,
      database: decoded(url.pathname.slice(1)),
      user: decoded(url.username),
      password: decoded(url.password),
      query: type === "redis" ? undefined : databaseQuery || undefined,
    };
    return {
      type,
      config: type === "redis" ? { ...config, database: Number(config.database ?? 0) } : config,
    };
  };
}

function tellOddities(monitor, say) {
  if (monitor.active === false || monitor.active === 0)
    say("it was paused; pausing is no part of a document.");
  if (monitor.upsideDown) say("upside down has no counterpart; left out.");
  if (monitor.ignoreTls) say("the platform always verifies certificates; ignoring TLS errors is left out.");
  if (monitor.proxyId) say("a proxy has no counterpart; left out.");
  if (monitor.parent) say("groups of monitors have no counterpart: put it in a group of the page.");
}

function toTag({ name, value, color }) {
  return {
    label: String(value ? `${name}: ${value}` : name).slice(0, 50),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : "#6b7280",
  };
}

const CHANNELS = {
  slack: (own) => ({ type: "slack", config: { webhookUrl: own.slackwebhookURL } }),
  discord: (own) => ({
    type: "discord",
    config: { webhookUrl: own.discordWebhookUrl, username: own.discordUsername || undefined },
  }),
  teams: (own) => ({ type: "teams", config: { webhookUrl: own.webhookUrl } }),
  telegram: (own) => ({
    type: "telegram",
    config: { botToken: own.telegramBotToken, chatId: String(own.telegramChatID) },
  }),
  ntfy: (own) => ({
    type: "ntfy",
    config: {
      serverUrl: own.ntfyserverurl || undefined,
      topic: own.ntfytopic,
      accessToken: own.ntfyaccesstoken || undefined,
      priority: own.ntfyPriority ? Number(own.ntfyPriority) : undefined,
    },
  }),
  pushover: (own) => ({
    type: "pushover",
    config: { appToken: own.pushoverapptoken, userKey: own.pushoveruserkey },
  }),
  webhook: (own) => ({ type: "webhook", config: { url: own.webhookURL } }),
  smtp: (own) => ({ type: "email", config: { to: own.smtpTo } }),
};

function toChannel({ name, config, active }, { notes, keyOf }) {
  const own = typeof config === "string" ? JSON.parse(config) : (config ?? {});
  const make = CHANNELS[own.type];
  if (!make) {
    notes.push(`channel "${name}": the kind ${own.type} has no counterpart; left out.`);
    return null;
  }
  if (own.type === "smtp") notes.push(`channel "${name}": enter the mail server in the settings.`);
  const { type, config: made } = make(own);
  return {
    kind: "NotificationChannel",
    key: keyOf(name, "channel"),
    name: String(name).slice(0, 200),
    type,
    ...(active === false && { enabled: false }),
    config: compact(made),
  };
}
