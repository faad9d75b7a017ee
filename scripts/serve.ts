import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { ROOT } from "./build.ts";
import { readLocalWorker } from "./local_worker.ts";

interface ServeOptions {
  port: number;
  stateDir: string;
  /** Variables of the Worker, such as PUBLIC_URL and SECRET_KEY. */
  variables?: Readonly<Record<string, string>>;
  /** For measuring: a module around the Worker's, and where the runtime is looked into. */
  probe?: { around: string; inspectorPort: number };
}

/** Whoever connects does so on this machine: workerd tells the Worker of no other peer (`src/lib/client_ip.ts`). */
const HOST = "127.0.0.1";

const BUNDLE = join(ROOT, "dist/worker");

const VARIABLES = [
  "PUBLIC_URL",
  "SUBSCRIBER_WEBHOOK_ALLOW_PRIVATE",
  "UPDATE_CHECK",
  "UPDATE_URL",
  "LOG_LEVEL",
  "SECRET_KEY",
  "TRUSTED_PROXIES",
];

/** Files too: with no edge before it, the Worker packs them. */
const THROUGH_WORKER = {
  run_worker_first: true,
  routerConfig: {
    has_user_worker: true,
    invoke_user_worker_ahead_of_assets: true,
    static_routing: { user_worker: ["/*"] },
  },
};

/** The whole product in workerd on this machine, from the built bundle. */
export async function serve({ port, stateDir, variables = {}, probe }: ServeOptions) {
  const worker = readLocalWorker();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: HOST,
      // What visitors reach is a socket of workerd itself: by way of Miniflare's entry every request costs twice.
      unsafeDirectSockets: [{ host: HOST, port }],
      cf: false,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: stateDir,
      ...(probe && { inspectorPort: probe.inspectorPort }),
      ...worker,
      assets: { ...worker.assets, ...THROUGH_WORKER },
      name: "uptide",
      modulesRoot: BUNDLE,
      modules: listModules(probe?.around),
      bindings: {
        ...worker.bindings,
        SECRET_KEY: localSecret(stateDir),
        RUNS_LOCALLY: "true",
        ...variables,
      },
    }),
  );
  await miniflare.ready;
  return miniflare;
}

/** What is started first, then what it imports. */
function listModules(around?: string) {
  const texts = readdirSync(BUNDLE).filter((name) => name.endsWith(".sql"));
  const outermost = { type: "ESModule" as const, path: join(BUNDLE, "around.js"), contents: around ?? "" };
  return [
    ...(around === undefined ? [] : [outermost]),
    { type: "ESModule" as const, path: join(BUNDLE, "worker.js") },
    ...texts.map((name) => ({ type: "Text" as const, path: join(BUNDLE, name) })),
  ];
}

export function variablesFrom(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    VARIABLES.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
}

/** Made once and kept beside the state that it encrypts. */
export function localSecret(stateDir: string): string {
  mkdirSync(stateDir, { recursive: true });
  const path = join(stateDir, "secret_key");
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString("base64"), { mode: 0o600 });
  return readFileSync(path, "utf8").trim();
}
