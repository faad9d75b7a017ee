import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { build, type Rollup } from "vite";
import type { CheckRequest } from "../../durable/prober.ts";
import { ROOT } from "../../scripts/build.ts";
import type { ProbeAnswer } from "../../src/check/probe.ts";

export interface ProberRuntime {
  check(request: CheckRequest): Promise<ProbeAnswer>;
  stop(): Promise<void>;
}

/** The product's Prober in workerd, where errors are those of the platform and sockets are real. */
export async function startProber(options: { trusts?: string } = {}): Promise<ProberRuntime> {
  const script = await bundle();
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
    async check(request) {
      const body = JSON.stringify(request);
      const response = await miniflare.dispatchFetch("http://prober/", { method: "POST", body });
      return (await response.json()) as ProbeAnswer;
    },
    stop: () => miniflare.dispose(),
  };
}

async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    ssr: { noExternal: true, target: "webworker" },
    build: {
      ssr: join(import.meta.dirname, "prober_worker.ts"),
      write: false,
      minify: false,
      rollupOptions: { external: [/^cloudflare:/, /^node:/] },
    },
  })) as Rollup.RollupOutput;
  return result.output[0].code;
}
