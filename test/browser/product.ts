import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../scripts/serve.ts";
import { openDatabase } from "../local_database.ts";
import { freePort } from "../system/start/product.ts";

/** The whole product, in a runtime that this process starts: without the processes, the build and the cron of `npm start`. */
export interface Product {
  address: string;
  stop(): Promise<void>;
}

export interface OwnProduct extends Product {
  /** Stores what only other people could have brought about. */
  store(sql: string): Promise<void>;
  /** What comes each minute. */
  passMinute(): Promise<void>;
}

export async function startProduct(
  options: { stateDir?: string; port?: number; variables?: Record<string, string> } = {},
): Promise<OwnProduct> {
  const port = options.port ?? (await freePort());
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), "uptide-"));
  const address = `http://127.0.0.1:${port}`;
  const runtime = await serve({
    port,
    stateDir,
    // Tests come from many addresses, as through a proxy.
    variables: { LOG_LEVEL: "warn", PUBLIC_URL: address, TRUSTED_PROXIES: "127.0.0.1", ...options.variables },
  });
  return {
    address,
    async store(sql) {
      await openDatabase(stateDir, runtime.pid).prepare(sql).run();
    },
    async passMinute() {
      await runtime.runCron(new Date());
    },
    async stop() {
      await runtime.stop();
      if (!options.stateDir) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}
