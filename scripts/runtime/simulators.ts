import { embed, NOTHING, type Value } from "./capnp.ts";

interface Simulator {
  file: string;
  className: string;
  /** The state folder its objects are stored in; in memory if absent. */
  storage?: string;
  isStoredInSql?: boolean;
  compatibilityFlags?: readonly string[];
  bindings?: readonly Value[];
}

const MINIFLARE = "/node_modules/miniflare/dist/src/workers";
const SHARED = { compatibilityDate: "2023-07-24" };

export const SIMULATED = {
  d1: { file: "d1/database", className: "D1DatabaseObject", storage: "d1" },
  r2: { file: "r2/bucket", className: "R2BucketObject", storage: "r2" },
  ratelimit: {
    file: "ratelimit/ratelimit-object",
    className: "RateLimiterObject",
    storage: "ratelimit",
    isStoredInSql: true,
  },
} as const satisfies Record<string, Simulator>;

export const EXTENSIONS: Value = [
  {
    modules: [
      { name: "miniflare:shared", esModule: embed(`${MINIFLARE}/shared/index.worker.js`) },
      { name: "miniflare:zod", esModule: embed(`${MINIFLARE}/shared/zod.worker.js`) },
    ],
  },
  {
    modules: [
      {
        name: "cloudflare-internal:ratelimit:module",
        internal: true,
        esModule: embed(`${MINIFLARE}/ratelimit/ratelimit.worker.js`),
      },
    ],
  },
];

/** The entry takes the object's name from the caller's props, or from its own binding. */
export function simulate(name: string, simulator: Simulator): Value[] {
  return [objectOf(name, simulator), entryTo(`${name}:entry`, { service: name, ...simulator, bindings: [] })];
}

export function objectOf(name: string, simulator: Simulator): Value {
  const {
    file,
    className,
    storage,
    isStoredInSql = false,
    compatibilityFlags = [],
    bindings = [],
  } = simulator;
  const key = { className, uniqueKey: `miniflare-${className}`, enableSql: isStoredInSql };
  const blobs = { name: "MINIFLARE_BLOBS", service: diskOf(storage ?? "") };
  return {
    name,
    worker: {
      ...SHARED,
      compatibilityFlags: ["nodejs_compat", "experimental", ...compatibilityFlags],
      modules: [{ name: "simulator.js", esModule: embed(`${MINIFLARE}/${file}.worker.js`) }],
      durableObjectNamespaces: [{ ...key, preventEviction: storage === undefined }],
      durableObjectStorage: storage === undefined ? { inMemory: NOTHING } : { localDisk: diskOf(storage) },
      bindings: storage === undefined ? bindings : [blobs, ...bindings],
    },
  };
}

export function entryTo(
  name: string,
  { service, className, bindings }: { service: string; className: string; bindings: readonly Value[] },
): Value {
  const objects = { name: "MINIFLARE_OBJECT", durableObjectNamespace: { className, serviceName: service } };
  return {
    name,
    worker: {
      ...SHARED,
      modules: [{ name: "entry.js", esModule: embed(`${MINIFLARE}/shared/object-entry.worker.js`) }],
      bindings: [objects, ...bindings],
    },
  };
}

export function diskOf(folder: string): string {
  return `${folder}:storage`;
}

export function askFor(simulator: string, object: string): Value {
  return { name: `${simulator}:entry`, props: { json: JSON.stringify({ MINIFLARE_NAMESPACE: object }) } };
}
