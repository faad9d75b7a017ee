import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { getCACertificates } from "node:tls";
import { watchDiskSpace } from "./disk_space.ts";
import { openLocalKey } from "./local_key.ts";
import { readLocalWorker } from "./local_worker.ts";
import { formatConfig } from "./runtime/capnp.ts";
import { describeRuntime, FOLDERS, REPORT, SOCKETS, WORKER } from "./runtime/config.ts";
import { startProcess } from "./runtime/process.ts";

interface ServeOptions {
  host?: string;
  port: number;
  stateDir: string;
  variables?: Readonly<Record<string, string>>;
  probe?: { around: string; flags?: readonly string[]; inspectorPort?: number };
  signal?: AbortSignal;
  onSpawn?: (pid: number) => void;
  onDamage?: () => void;
}

export interface Runtime {
  pid: number;
  ended: Promise<void>;
  runCron(scheduledTime: Date, cron?: "@reboot" | "@stop"): Promise<void>;
  stop(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";
const EVERY_MINUTE = "* * * * *";
const CRON_TOKEN = "CRON_TOKEN";

const VARIABLES = [
  "PUBLIC_URL",
  "SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE",
  "PUSH_CONTACT",
  "UPDATE_CHECK",
  "UPDATE_URL",
  "LOG_LEVEL",
  "SECRET_KEY",
  "TRUSTED_PROXIES",
];

export async function serve(options: ServeOptions): Promise<Runtime> {
  const { host = LOOPBACK, port, stateDir, probe } = options;
  const worker = readLocalWorker();
  const token = randomBytes(24).toString("base64url");
  const variables: Record<string, string> = {
    ...worker.bindings,
    RUNS_LOCALLY: "true",
    STARTED_AT: String(Date.now()),
    ...options.variables,
    SECRET_KEY: options.variables?.["SECRET_KEY"] ?? openLocalKey(stateDir),
  };
  for (const folder of [...FOLDERS, REPORT]) mkdirSync(join(stateDir, folder), { recursive: true });
  const configFile = join(resolve(stateDir), "workerd.capnp");
  const config = describeRuntime({
    worker,
    stateDir: resolve(stateDir),
    variables: Object.keys(variables),
    cronToken: CRON_TOKEN,
    probe,
    certificates: listCertificates(),
  });
  writeFileSync(configFile, formatConfig(config));
  const diskSpace = watchDiskSpace(stateDir);
  const { pid, ended, ports, stop } = await startProcess({
    program: findProgram(),
    configFile,
    addresses: { [SOCKETS.visitors]: addressOf(host, port), [SOCKETS.cron]: `${LOOPBACK}:0` },
    inspector: probe?.inspectorPort ? `${LOOPBACK}:${probe.inspectorPort}` : null,
    environment: { ...process.env, ...variables, [CRON_TOKEN]: token },
    signal: options.signal,
    onSpawn: options.onSpawn,
    onDamage: options.onDamage,
    onDiskFull: diskSpace.tryWrite,
  });
  void ended.then(diskSpace.end);
  return {
    pid,
    ended,
    stop,
    async runCron(scheduledTime, cron) {
      const response = await fetch(`http://${LOOPBACK}:${ports.get(SOCKETS.cron)}/`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ scheduledTime: scheduledTime.getTime(), cron: cron ?? EVERY_MINUTE }),
      });
      if (!response.ok) throw new Error(`${WORKER}: ${await response.text()}`);
    },
  };
}

function listCertificates(): string[] {
  const roots = process.platform === "win32" ? getCACertificates("bundled") : [];
  return [...roots, ...getCACertificates("extra")];
}

export function findProgram(): string {
  const require = createRequire(createRequire(import.meta.url).resolve("miniflare"));
  return (require("workerd") as { default: string }).default;
}

function addressOf(host: string, port: number): string {
  if (host === "::") return `*:${port}`;
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function variablesFrom(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
}
