import { Refusal } from "./ask.mjs";
import { readConnectionString } from "./connection_string.mjs";
import { compact, domainMaker, keyMaker, pingConfig, WITHOUT_ICMP, within } from "./documents.mjs";
import { toChannel } from "./uptime_kuma_channels.mjs";

export function convert(text, { agent } = {}) {
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
  const toDomain = domainMaker(keyOf);
  const dockerHosts = new Map((backup.dockerHostList ?? []).map((host) => [String(host.id), host]));
  for (const monitor of backup.monitorList ?? []) {
    const say = (what) => notes.push(`monitor "${monitor.name}": ${what}`);
    const made = TYPES[monitor.type]?.(monitor, say, { dockerHosts, agent });
    if (made === undefined) say(`the type ${monitor.type} has no counterpart; left out.`);
    if (!made) continue;
    const { config, ...rest } = made;
    reportUnmappedOptions(monitor, say, config);
    const notifications = Object.entries(monitor.notificationIDList ?? {})
      .filter(([id, isOn]) => isOn && channels.has(id))
      .map(([id]) => channels.get(id).key);
    monitors.push({
      kind: "Monitor",
      key: keyOf(monitor.name, "monitor"),
      name: String(monitor.name).slice(0, 200),
      type: rest.type,
      ...(agent && rest.type !== "webhook" && { agent }),
      intervalSecs: within(Number(monitor.interval ?? 60), 10, 86_400),
      timeoutMs: within(Number(monitor.timeout || 48) * 1000, 1000, 300_000),
      // Kuma counts retries after the first failure; failureThreshold counts failed checks in a row.
      failureThreshold: within(Number(monitor.maxretries ?? 0) + 1, 1, 20),
      config: compact(config),
      tags: (monitor.tags ?? []).slice(0, 20).map(toTag),
      notifications,
    });
    if (monitor.domainExpiryNotification)
      monitors.push(...toDomain({ address: addressOf(monitor), notifications }));
  }
  for (const name of ["proxyList", "statusPageList", "maintenanceList"])
    if (backup[name]?.length > 0) notes.push(`${name}: ${backup[name].length} entries are not imported.`);
  return { documents: [...channels.values(), ...monitors], notes };
}

function addressOf({ url, hostname }) {
  return /^\w+:\/\//.test(url ?? "") && !/^https?:\/\/$/.test(url) ? url : `tcp://${hostname}`;
}

function parse(text) {
  try {
    const backup = JSON.parse(text);
    if (Array.isArray(backup?.monitorList)) return backup;
  } catch {}
  throw new Refusal("This isn't an Uptime Kuma backup: expected JSON with a monitorList.");
}

const TYPES = {
  http: (monitor, say) => ({ type: "https", config: httpConfig(monitor, say) }),
  keyword: (monitor, say) => ({
    type: "https",
    config: {
      ...httpConfig(monitor, say),
      keyword: monitor.keyword,
      keywordAbsent: monitor.invertKeyword ? true : undefined,
      // In Kuma a failed keyword check is down.
      keywordFailsAs: "down",
    },
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
      say(`the comparison ${monitor.jsonPathOperator} has no counterpart; equals is used instead.`);
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
  ping: ({ hostname }, say, { agent }) => {
    if (!agent) say(WITHOUT_ICMP);
    return { type: "ping", config: pingConfig(hostname, agent) };
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
    say("it gets a new address: copy it from the panel.");
    return { type: "webhook", config: {} };
  },
  postgres: fromConnectionString("postgresql"),
  mysql: fromConnectionString("mysql"),
  sqlserver: fromConnectionString("sqlserver"),
  mongodb: fromConnectionString("mongodb"),
  redis: fromConnectionString("redis"),
  mqtt: toMqtt,
  rabbitmq: toRabbitmq,
  smtp: toSmtp,
  "websocket-upgrade": ({ url, headers, wsSubprotocol }, say) => {
    const own = readHeaders(headers, say);
    const subprotocol = wsSubprotocol?.split(",")[0].trim() || undefined;
    return {
      type: "websocket",
      config: { url, headers: Object.keys(own).length > 0 ? own : undefined, subprotocol },
    };
  },
  "grpc-keyword": ({ grpcUrl, grpcEnableTls, grpcServiceName, ignoreTls }, say) => {
    say("the standard health protocol replaces the method and the keyword.");
    const bare = String(grpcUrl ?? "").replace(/^\w+:\/\//, "");
    const isSecured = grpcEnableTls || /^(https|grpcs):/.test(grpcUrl);
    return {
      type: "grpc",
      config: {
        url: `${isSecured ? "https" : "http"}://${bare}`,
        service: grpcServiceName || undefined,
        tls: isSecured && ignoreTls ? "verify-none" : undefined,
      },
    };
  },
  docker: toDocker,
};

function toMqtt({ hostname, port, mqttUsername, mqttPassword }, say) {
  const [, scheme = "mqtt", host] = /^(?:(\w+):\/\/)?\[?([^/\]]+)/.exec(String(hostname)) ?? [];
  if (/^wss?$/.test(scheme)) {
    say("MQTT over WebSocket has no counterpart; left out.");
    return null;
  }
  say("the topic is not read: the check connects and pings the broker.");
  const isSecured = /^(mqtts|ssl|tls)$/.test(scheme);
  return {
    type: "mqtt",
    config: {
      host,
      port: Number(port) || (isSecured ? 8883 : 1883),
      tls: isSecured ? "on" : undefined,
      user: mqttUsername || undefined,
      password: mqttPassword || undefined,
    },
  };
}

function toRabbitmq({ rabbitmqNodes, rabbitmqUsername, rabbitmqPassword }, say) {
  const [first, ...others] =
    typeof rabbitmqNodes === "string" ? parseList(rabbitmqNodes) : (rabbitmqNodes ?? []);
  const url = URL.canParse(first) ? new URL(first) : null;
  if (!url) {
    say("it names no node; left out.");
    return null;
  }
  if (others.length > 0) say("only the first of its nodes is checked.");
  say("it used the management API: the check opens an AMQP connection, so review the port.");
  const isSecured = url.protocol === "https:";
  return {
    type: "rabbitmq",
    config: {
      host: url.hostname,
      port: isSecured ? 5671 : 5672,
      tls: isSecured ? "on" : undefined,
      user: rabbitmqUsername || undefined,
      password: rabbitmqPassword || undefined,
    },
  };
}

function toSmtp({ hostname, port, smtpSecurity }, say, { agent }) {
  const isReachable = agent !== undefined || Number(port || 25) !== 25;
  if (!isReachable)
    say(
      "Cloudflare blocks port 25: the submission port is used instead. An agent can reach it: --agent KEY.",
    );
  if (!smtpSecurity) say("STARTTLS was used if offered: here it is required.");
  const security = { secure: "tls", nostarttls: "none" }[smtpSecurity] ?? "starttls";
  return {
    type: "smtp",
    config: { host: hostname, port: isReachable ? Number(port || 25) : undefined, security },
  };
}

function parseList(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function toDocker({ docker_host, docker_container }, say, { dockerHosts, agent }) {
  const { dockerType, dockerDaemon = "" } = dockerHosts.get(String(docker_host)) ?? {};
  if (dockerType === "socket" || dockerDaemon.startsWith("/")) {
    if (agent)
      return { type: "docker", config: { endpoint: `unix://${dockerDaemon}`, container: docker_container } };
    say("only an agent can reach a unix socket: use --agent KEY; left out.");
    return null;
  }
  if (dockerDaemon === "") say("the backup doesn't contain its Docker host: enter the endpoint.");
  const endpoint = dockerDaemon
    .replace(/^tcp:\/\/(.+:2376)/, "https://$1")
    .replace(/^tcp:/, "http:")
    .replace(/^(?!https?:)/, "http://");
  return {
    type: "docker",
    config: {
      endpoint: dockerDaemon === "" ? "https://example.com:2376" : endpoint,
      container: docker_container,
    },
  };
}

function httpConfig(monitor, say) {
  const { url, method = "GET", body, headers } = monitor;
  const own = readHeaders(headers, say);
  const statuses = (monitor.accepted_statuscodes ?? []).join(",");
  const carriesBody = !["GET", "HEAD"].includes(method);
  if (body && !carriesBody) say(`a ${method} request has no body here; left out.`);
  return {
    url,
    method,
    headers: Object.keys(own).length > 0 ? own : undefined,
    body: carriesBody && body ? body : undefined,
    expectedStatus: statuses && statuses !== "200-299" ? statuses : "200-299",
    followRedirects: monitor.maxredirects === 0 ? false : undefined,
    auth: authOf(monitor, say),
    certExpiry: monitor.expiryNotification === false ? { enabled: false } : undefined,
    invert: monitor.upsideDown ? true : undefined,
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
    say("its headers aren't JSON; left out.");
    return {};
  }
}

function fromConnectionString(type) {
  return ({ databaseConnectionString, databaseQuery, radiusPassword, ignoreTls }, say) => {
    const query = type === "redis" ? undefined : databaseQuery || undefined;
    const config = readConnectionString(type, databaseConnectionString, say);
    if (!config) {
      say("its connection string can't be read: enter host, user and password.");
      return { type, config: { host: "example.com", query } };
    }
    // Kuma keeps a separate MySQL password in its RADIUS field.
    if (type === "mysql" && radiusPassword) config.password ??= radiusPassword;
    if (ignoreTls && config.tls === "on") config.tls = "verify-none";
    return { type, config: { ...config, query } };
  };
}

function reportUnmappedOptions(monitor, say, { tls, invert }) {
  if (monitor.active === false || monitor.active === 0)
    say("it was paused; documents can't pause a monitor.");
  if (monitor.upsideDown && !invert) say("upside-down mode has no counterpart; left out.");
  if (monitor.ignoreTls && tls !== "verify-none")
    say("certificates are always verified; ignoring TLS errors is left out.");
  if (monitor.proxyId) say("a proxy has no counterpart; left out.");
  if (monitor.parent) say("groups of monitors have no counterpart: put it in a group of the page.");
}

function toTag({ name, value, color }) {
  return {
    label: String(value ? `${name}: ${value}` : name).slice(0, 50),
    color: /^#[0-9a-f]{6}$/i.test(color) ? color : "#6b7280",
  };
}
