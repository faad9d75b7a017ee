import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { build, type Rollup } from "vite";
import { ROOT } from "../../scripts/build.ts";

export interface WorkerRuntime {
  ask<T>(order: object): Promise<T>;
  stop(): Promise<void>;
}

/** Uses workerd's real errors and sockets. */
export async function startWorker(file: string, options: { trusts?: string } = {}): Promise<WorkerRuntime> {
  const script = await bundleOnce(file);
  // workerd reads trusted authorities when it starts.
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
      // workerd logs every failed connection, and these tests make many.
      handleStructuredLogs: () => undefined,
    }),
  );
  const address = await miniflare.ready;
  if (before === undefined) delete process.env["SSL_CERT_FILE"];
  else process.env["SSL_CERT_FILE"] = before;
  const socket = await openSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let orders = 0;
  socket.addEventListener("message", ({ data }) => {
    const { number, value, error } = JSON.parse(String(data)) as Outcome;
    const asked = waiting.get(number);
    waiting.delete(number);
    if (error === undefined) asked?.resolve(value);
    else asked?.reject(new Error(error));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The worker has gone away."));
  });
  return {
    ask<T>(order: object) {
      const number = ++orders;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(number, asked);
      socket.send(JSON.stringify({ number, order }));
      return asked.promise as Promise<T>;
    },
    async stop() {
      waiting.clear();
      socket.close();
      await miniflare.dispose();
    },
  };
}

interface Outcome {
  number: number;
  value?: unknown;
  error?: string;
}

/** One socket for all orders, because a request each would take half of a check's time. */
async function openSocket({ host }: URL): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${host}`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return socket;
}

const bundles = new Map<string, Promise<string>>();

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
