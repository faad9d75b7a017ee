import { readdirSync } from "node:fs";
import { join } from "node:path";
import { PUBLIC_NETWORK } from "../../src/lib/private_address.ts";
import { ROOT } from "../build.ts";
import type { LocalWorker } from "../local_worker.ts";
import { embed, type Value } from "./capnp.ts";
import { type FileIndex, readFiles } from "./files.ts";
import { serviceOfQueue, simulateQueues } from "./queues.ts";
import { askFor, diskOf, EXTENSIONS, SIMULATED, simulate } from "./simulators.ts";

/** What it and its objects are known by: state that is there lies under that name. */
export const WORKER = "uptide";
const FILES = "files";
const PUBLIC_INTERNET = "public_internet";
const BUILT = "dist/worker";

/** On by the compatibility date, and refused by workerd where it is said as well; wrangler wants to be told. */
const ON_BY_DATE = new Set(["nodejs_compat"]);

/**
 * What an answer holds outside of the heap (its body, its connection's buffers) goes with the garbage that stands for
 * it: by itself V8 lets 16 MB of that gather, thousands of answers, and workerd gives no memory back. More often is no
 * slower, as what is young then stays in the processor's cache.
 */
const V8_FLAGS = ["--max-semi-space-size=1"];

/** Folders of the state. */
export const FOLDERS = ["do", ...Object.values(SIMULATED).map(({ storage }) => storage)];

/** The folder in STATE_DIR where the start script reports problems to the Worker. */
export const REPORT = "report";

/** Sockets: the one that visitors reach, and the one that cron is fired by. */
export const SOCKETS = { visitors: "visitors", cron: "cron" };

interface RuntimeOptions {
  worker: LocalWorker;
  stateDir: string;
  /** Of the variables: what they are is in the environment of workerd. */
  variables: readonly string[];
  /** The variable that cron is asked with. */
  cronToken: string;
  /** For measuring and tests: the path of a module around the Worker's, below the root, and flags that it needs. */
  probe?: { around: string; flags?: readonly string[] } | undefined;
  /** Authorities that are believed beside the system's, in PEM. */
  certificates: readonly string[];
}

/** The product with all that stands in for the platform, as one configuration of workerd. */
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
      // Targets stand in private networks too.
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

/** What is started first, then what it imports. */
function listModules(around: string | undefined): Value[] {
  const texts = readdirSync(join(ROOT, BUILT)).filter((name) => name.endsWith(".sql"));
  return [
    ...(around === undefined ? [] : [{ name: "around.js", esModule: embed(`/${around}`) }]),
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

/** A small Worker of this folder. */
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
