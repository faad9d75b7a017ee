import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { build, type Rollup } from "vite";
import { ROOT } from "../../scripts/build.ts";

export interface WorkerRuntime {
  /** Posts it as JSON to the worker and reads its answer. */
  post<T>(body: object): Promise<T>;
  stop(): Promise<void>;
}

/** A worker of this folder in workerd, where errors are those of the platform and sockets are real. */
export async function startWorker(file: string, options: { trusts?: string } = {}): Promise<WorkerRuntime> {
  const script = await bundleOnce(file);
  // workerd reads the authorities it trusts when it starts.
  const before = process.env["SSL_CERT_FILE"];
  if (options.trusts) process.env["SSL_CERT_FILE"] = options.trusts;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script,
      compatibilityDate: "2026-08-15",
      compatibilityFlags: ["nodejs_compat"],
      cf: false,
      log: new Log(LogLevel.NONE),
      // workerd writes about every failed connection, and these tests make many.
      handleStructuredLogs: () => undefined,
    }),
  );
  await miniflare.ready;
  if (before === undefined) delete process.env["SSL_CERT_FILE"];
  else process.env["SSL_CERT_FILE"] = before;
  return {
    async post<T>(body: object) {
      const response = await miniflare.dispatchFetch("http://worker/", {
        method: "POST",
        body: JSON.stringify(body),
      });
      return (await response.json()) as T;
    },
    stop: () => miniflare.dispose(),
  };
}

const bundles = new Map<string, Promise<string>>();

/** Once for all files of this process. */
function bundleOnce(file: string): Promise<string> {
  const made = bundles.get(file) ?? bundle(file);
  bundles.set(file, made);
  return made;
}

async function bundle(file: string): Promise<string> {
  const result = (await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: join(import.meta.dirname, file),
      write: false,
      minify: false,
      rolldownOptions: { external: [/^cloudflare:/, /^node:/], moduleTypes: { ".sql": "text" } },
    },
  })) as Rollup.RollupOutput;
  return result.output[0].code;
}
