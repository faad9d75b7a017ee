import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PUBLIC_NETWORK } from "../../src/lib/wire/host_name.ts";
import { ROOT } from "../build.ts";
import type { LocalWorker } from "../local_worker.ts";
import { embed, type Value } from "./capnp.ts";
import { type FileIndex, readFiles } from "./files.ts";
import { serviceOfQueue, simulateQueues } from "./queues.ts";
import { askFor, diskOf, EXTENSIONS, SIMULATED, simulate } from "./simulators.ts";

/** Stored objects are filed under this name: don't change it. */
export const WORKER = "uptide";
const FILES = "files";
const PUBLIC_INTERNET = "public_internet";
const BUILT = "dist/worker";

/** The compatibility date already implies these, and workerd refuses them if they are also listed. */
const ON_BY_DATE = new Set(["nodejs_compat"]);

/**
 * A response's native memory (body, connection buffers) is freed only with its JavaScript object. By default
 * V8 lets 16 MB of those pile up, thousands of responses, and workerd never returns the memory. Collecting
 * more often is no slower, because the young generation then fits in the CPU cache. The old generation is first
 * collected at 32 MB instead of at hundreds: the database's isolate would fill those with rows it has already sent.
 * What outlives the young generation keeps some 5 KB per request, so the Worker also runs a full collection after
 * every 10,000 requests: 20 ms that leave 200 MB in use instead of 280 to 330.
 */
const V8_FLAGS = ["--max-semi-space-size=1", "--initial-old-space-size=32", "--expose-gc"];
const COLLECTING_WORKER = "scripts/runtime/collecting_worker.js";

export const FOLDERS = ["do", ...Object.values(SIMULATED).map(({ storage }) => storage)];

export const REPORT = "report";

export const SOCKETS = { visitors: "visitors", cron: "cron" };

interface RuntimeOptions {
  worker: LocalWorker;
  stateDir: string;
  /** Names only: the values are in workerd's environment. */
  variables: readonly string[];
  cronToken: string;
  probe?: { around: string; flags?: readonly string[] } | undefined;
  certificates: readonly string[];
}

export function describeRuntime(options: RuntimeOptions): Value {
  const { worker, stateDir, cronToken, certificates } = options;
  const directory = worker.assets.directory;
  return {
    services: [
      describeWorker(options),
      ...Object.entries(SIMULATED).flatMap(([name, simulator]) => simulate(name, simulator)),
      ...simulateQueues(worker, WORKER),
      ...describeFiles(readFiles(directory), directory),
      describeCron(cronToken),
      ...FOLDERS.map((folder) => describeDisk(diskOf(folder), join(stateDir, folder), true)),
      describeDisk(diskOf(REPORT), join(stateDir, REPORT), false),
      describeNetwork("internet", { allow: ["public", "private", "240.0.0.0/4"] }, certificates),
      describeNetwork(PUBLIC_INTERNET, PUBLIC_NETWORK, certificates),
    ],
    sockets: [
      { name: SOCKETS.visitors, service: WORKER, http: {} },
      { name: SOCKETS.cron, service: SOCKETS.cron, http: {} },
    ],
    extensions: EXTENSIONS,
    structuredLogging: true,
    v8Flags: V8_FLAGS,
  };
}

function describeWorker({ worker, variables, probe }: RuntimeOptions): Value {
  const { compatibilityDate, compatibilityFlags, durableObjects } = worker;
  const objects = Object.values(durableObjects);
  return {
    name: WORKER,
    worker: {
      compatibilityDate,
      compatibilityFlags: [
        ...compatibilityFlags.filter((flag) => !ON_BY_DATE.has(flag)),
        ...(probe?.flags ?? []),
      ],
      modules: listModules(probe?.around),
      bindings: [
        ...variables.map((name) => ({ name, fromEnvironment: name })),
        ...describeBindings(worker),
        { name: worker.assets.binding, service: FILES },
        { name: "PUBLIC_INTERNET", service: PUBLIC_INTERNET },
        { name: "STATE_REPORT", service: diskOf(REPORT) },
      ],
      durableObjectNamespaces: objects.map(({ className, useSQLite }) => ({
        className,
        enableSql: useSQLite,
        uniqueKey: `${WORKER}-${className}`,
      })),
      durableObjectStorage: { localDisk: diskOf("do") },
    },
  };
}

function describeBindings(worker: LocalWorker): Value[] {
  const bind = <T>(bound: Readonly<Record<string, T>>, describe: (value: T) => { [kind: string]: Value }) =>
    Object.entries(bound).map(([name, value]) => ({ name, ...describe(value) }));
  return [
    ...bind(worker.d1Databases, ({ id }) => ({
      wrapped: {
        moduleName: "cloudflare-internal:d1-api",
        innerBindings: [{ name: "fetcher", service: askFor("d1", id) }],
      },
    })),
    ...bind(worker.r2Buckets, ({ id }) => ({ r2Bucket: askFor("r2", id) })),
    ...bind(worker.queueProducers, ({ queueName }) => ({ queue: serviceOfQueue(queueName) })),
    ...bind(worker.durableObjects, ({ className }) => ({ durableObjectNamespace: { className } })),
    ...bind(worker.ratelimits, ({ namespace_id, simple: { limit, period } }) => ({
      wrapped: {
        moduleName: "cloudflare-internal:ratelimit:module",
        innerBindings: [
          { name: "fetcher", service: askFor("ratelimit", namespace_id) },
          { name: "limit", json: JSON.stringify(limit) },
          { name: "period", json: JSON.stringify(period) },
        ],
      },
    })),
  ];
}

function listModules(entry = COLLECTING_WORKER): Value[] {
  const texts = readdirSync(join(ROOT, BUILT)).filter((name) => name.endsWith(".sql"));
  return [
    { name: "entry.js", esModule: embed(`/${entry}`) },
    { name: "worker.js", esModule: embed(`/${BUILT}/worker.js`) },
    ...texts.map((name) => ({ name, text: embed(`/${BUILT}/${name}`) })),
  ];
}

function describeFiles(index: FileIndex, directory: string): Value[] {
  const disk = diskOf(FILES);
  const bindings = [
    { name: "INDEX", json: JSON.stringify(index) },
    { name: "DISK", service: disk },
  ];
  return [describeOwn(FILES, { file: "files_worker.js", bindings }), describeDisk(disk, directory, false)];
}

function describeCron(token: string): Value {
  const bindings = [
    { name: "TOKEN", fromEnvironment: token },
    { name: "WORKER", service: WORKER },
  ];
  return describeOwn(SOCKETS.cron, { file: "cron_worker.js", bindings });
}

function describeOwn(name: string, { file, bindings }: { file: string; bindings: readonly Value[] }): Value {
  return {
    name,
    worker: {
      compatibilityDate: "2026-08-15",
      compatibilityFlags: ["experimental", "service_binding_extra_handlers"],
      modules: [{ name: file, esModule: embed(`/scripts/runtime/${file}`) }],
      bindings,
    },
  };
}

/** Allowed addresses are checked at each connection, after the name is resolved. */
function describeNetwork(
  name: string,
  peers: { allow: readonly string[]; deny?: readonly string[] },
  trustedCertificates: readonly string[],
): Value {
  return { name, network: { ...peers, tlsOptions: { trustBrowserCas: true, trustedCertificates } } };
}

function describeDisk(name: string, path: string, writable: boolean): Value {
  return { name, disk: { path, writable } };
}
