import { decodePercent } from "../../../../../src/lib/decode_percent.ts";

interface ConnectionTarget {
  type: string;
  config: Readonly<Record<string, unknown>>;
}

type Config = ConnectionTarget["config"];

const TYPES: Readonly<Record<string, string>> = {
  tcp: "tcp",
  postgres: "postgresql",
  postgresql: "postgresql",
  mysql: "mysql",
  mariadb: "mysql",
  sqlserver: "sqlserver",
  mssql: "sqlserver",
  mongodb: "mongodb",
  redis: "redis",
  rediss: "redis",
  mqtt: "mqtt",
  mqtts: "mqtt",
  amqp: "rabbitmq",
  amqps: "rabbitmq",
  smtp: "smtp",
  smtps: "smtp",
  ldap: "ldap",
  ldaps: "ldap",
  ws: "websocket",
  wss: "websocket",
  grpc: "grpc",
  grpcs: "grpc",
};
const BY_URL = new Set(["websocket", "grpc"]);
const DATABASES = new Set(["postgresql", "mysql", "sqlserver", "mongodb"]);
const WITH_TLS: Readonly<Record<string, Config>> = {
  rediss: { tls: "on" },
  mqtts: { tls: "on" },
  amqps: { tls: "on" },
  ldaps: { tls: "on", port: 636 },
  smtps: { security: "tls" },
};
const SSL_MODES: Readonly<Record<string, string>> = {
  require: "verify-none",
  "verify-ca": "on",
  "verify-full": "on",
  true: "on",
};

export function readConnectionUrl(address: string): ConnectionTarget | null {
  const url = URL.parse(address);
  const protocol = url?.protocol.slice(0, -1) ?? "";
  const type = Object.hasOwn(TYPES, protocol) ? TYPES[protocol] : undefined;
  if (!url?.hostname || !type) return null;
  if (BY_URL.has(type)) return { type, config: { url: address } };
  if (type === "tcp" && url.port === "") return null;
  return {
    type,
    config: { ...placeOf(url, type), ...partOf(url, type), ...WITH_TLS[protocol], ...portOf(url) },
  };
}

function placeOf({ hostname, username, password }: URL, type: string): Config {
  const user = type === "ldap" ? "bindDn" : "user";
  return {
    host: hostname,
    ...(username !== "" && { [user]: decodePercent(username) }),
    ...(password !== "" && { password: decodePercent(password) }),
  };
}

function partOf({ pathname, searchParams }: URL, type: string): Config {
  const path = decodePercent(pathname.slice(1));
  if (type === "redis") return /^\d+$/.test(path) ? { database: Number(path) } : {};
  if (type === "rabbitmq") return path === "" ? {} : { vhost: path };
  if (!DATABASES.has(type)) return {};
  const tls = SSL_MODES[searchParams.get("sslmode") ?? searchParams.get("tls") ?? ""];
  return { ...(path !== "" && { database: path }), ...(tls && { tls }) };
}

function portOf({ port }: URL): Config {
  return port === "" ? {} : { port: Number(port) };
}
