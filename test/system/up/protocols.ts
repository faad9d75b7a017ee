import { mkdtempSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { startGrpc } from "../grpc_peer.ts";
import { AIOSMTPD, PYTHON, startSmtp } from "../smtp_server.ts";
import { OPENSSL } from "../tls_peer.ts";
import { startWebSockets } from "../web_socket_peer.ts";
import { startDockerEngine } from "./docker_engine.ts";
import { MARIADB, PASSWORD as MARIADB_PASSWORD, startMariadb } from "./mariadb.ts";
import { MONGO_PASSWORD, startMongoServer } from "./mongo_server.ts";
import { MOSQUITTO, startMosquitto } from "./mosquitto.ts";
import { makePairs, type ServerWish } from "./pair.ts";
import { POSTGRES, PASSWORD as POSTGRES_PASSWORD, startPostgresql } from "./postgresql.ts";
import { RABBITMQ, startRabbitmq } from "./rabbitmq.ts";
import { REDIS, startRedis } from "./redis.ts";
import { SLAPD, startSlapd } from "./slapd.ts";
import { TDS_DATABASE, TDS_PASSWORD, TDS_USER } from "./tds_login.ts";
import { startTdsServer } from "./tds_server.ts";

export const PROTOCOL_TOOLS = [
  OPENSSL,
  POSTGRES,
  MARIADB,
  REDIS,
  MOSQUITTO,
  RABBITMQ,
  SLAPD,
  PYTHON,
  AIOSMTPD,
] as const;

interface Server {
  port: number;
  stop(): Promise<void>;
}

interface Protocol {
  start(where: ServerWish): Promise<Server>;
  configOf(port: number): object;
  secret: string | null;
  /** Takes seconds to start, so tests share it. */
  isSlow?: boolean;
}

const PASSWORD = "correct-horse";
const BIND_DN = "cn=monitor,dc=test";
const LOGIN = { user: "monitor", password: PASSWORD };
const at = (port: number) => ({ host: "127.0.0.1", port });

export const PROTOCOLS: Readonly<Record<string, Protocol>> = {
  postgresql: {
    start: () => startPostgresql(),
    configOf: (port) => ({ ...at(port), database: "postgres", user: "reader", password: POSTGRES_PASSWORD }),
    secret: POSTGRES_PASSWORD,
  },
  mysql: {
    start: ({ pairs }) => startMariadb(pairs.server),
    configOf: (port) => ({ ...at(port), database: "shop", user: "modern", password: MARIADB_PASSWORD }),
    secret: MARIADB_PASSWORD,
  },
  sqlserver: {
    start: () => startTdsServer(),
    configOf: (port) => ({ ...at(port), database: TDS_DATABASE, user: TDS_USER, password: TDS_PASSWORD }),
    secret: TDS_PASSWORD,
  },
  mongodb: {
    start: () => startMongoServer(),
    configOf: (port) => ({ ...at(port), database: "shop", user: "uptide", password: MONGO_PASSWORD }),
    secret: MONGO_PASSWORD,
  },
  redis: {
    start: (where) => startRedis(where, [`user monitor on ">${PASSWORD}" +auth +ping`, "user default off"]),
    configOf: (port) => ({ ...at(port), ...LOGIN }),
    secret: PASSWORD,
  },
  mqtt: {
    start: (where) => startMosquitto(where, LOGIN),
    configOf: (port) => ({ ...at(port), ...LOGIN }),
    secret: PASSWORD,
  },
  rabbitmq: {
    start: (where) => startRabbitmq(where, LOGIN),
    configOf: (port) => ({ ...at(port), ...LOGIN }),
    secret: PASSWORD,
    isSlow: true,
  },
  smtp: {
    start: () => startSmtp({ tls: "off", ...LOGIN }),
    configOf: (port) => ({ ...at(port), security: "none", ...LOGIN }),
    secret: PASSWORD,
  },
  ldap: {
    start: (where) =>
      startSlapd(where, {
        bindDn: BIND_DN,
        password: PASSWORD,
        lines: ["disallow bind_anon"],
        hasTls: false,
      }),
    configOf: (port) => ({ ...at(port), bindDn: BIND_DN, password: PASSWORD }),
    secret: PASSWORD,
  },
  websocket: {
    start: () =>
      startWebSockets((socket) => socket.on("message", (said) => socket.send(`${said}!`)), {
        verifyClient: ({ req }: { req: IncomingMessage }) =>
          req.headers.authorization === `Bearer ${PASSWORD}`,
      }),
    configOf: (port) => ({
      url: `ws://127.0.0.1:${port}/live`,
      headers: { Authorization: `Bearer ${PASSWORD}` },
      send: "ready",
      expect: "ready!",
    }),
    secret: PASSWORD,
  },
  grpc: {
    start: () => startGrpc({ "shop.v1.Orders": 1 }),
    configOf: (port) => ({ url: `http://127.0.0.1:${port}`, service: "shop.v1.Orders" }),
    secret: null,
  },
  docker: {
    start: () => startDockerEngine({}, { token: PASSWORD }),
    configOf: (port) => ({
      endpoint: `http://127.0.0.1:${port}`,
      container: "shop-db",
      headers: { "X-Api-Key": PASSWORD },
    }),
    secret: PASSWORD,
  },
};

export interface ProtocolServers {
  get(type: string): Promise<Server>;
  stop(type: string): Promise<void>;
  stopAll(): Promise<void>;
}

export function makeProtocolServers(folder: string): ProtocolServers {
  const pairs = makePairs(folder);
  const running = new Map<string, Server>();
  async function stop(type: string): Promise<void> {
    const server = running.get(type);
    running.delete(type);
    await server?.stop();
  }
  return {
    async get(type) {
      // Two servers of a kind would write into the same files.
      const where = { folder: mkdtempSync(join(folder, `${type}-`)), pairs };
      const server = running.get(type) ?? (await protocolOf(type).start(where));
      running.set(type, server);
      return server;
    },
    stop,
    async stopAll() {
      for (const type of running.keys()) await stop(type);
    },
  };
}

export function protocolOf(type: string): Protocol {
  const protocol = PROTOCOLS[type];
  if (!protocol) throw new Error(`Nothing is known of ${type}.`);
  return protocol;
}
