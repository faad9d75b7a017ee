import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Runtime, serve } from "../../scripts/serve.ts";
import { openDatabase } from "../local_database.ts";
import { freePort } from "../system/start/product.ts";

/** Runs in this process, without the processes, build and cron of `npm start`. */
export interface Product {
  address: string;
  stop(): Promise<void>;
}

export interface OwnProduct extends Product {
  store(sql: string): Promise<void>;
  passMinute(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

interface Started extends OwnProduct {
  runtime: Runtime;
}

const AROUND = { around: "test/browser/reset_worker.js", flags: ["unsafe_module"] };

let shared: Promise<Started> | undefined;

/** All files of this process share one product. Each file begins with empty storage. */
export async function startProduct({ variables = {} }: { variables?: Variables } = {}): Promise<OwnProduct> {
  shared ??= startShared().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  const product = await shared;
  await resetState(product, variables);
  return { ...product, stop: async () => await resetState(product, {}) };
}

async function startShared(): Promise<Started> {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-"));
  const product = await startOwnProduct({ stateDir, probe: AROUND });
  // A crash mustn't fail the files after it.
  void product.runtime.ended.then(() => {
    shared = undefined;
  });
  process.once("exit", () => {
    if (shared) process.kill(product.runtime.pid, "SIGKILL");
    rmSync(stateDir, { recursive: true, force: true });
  });
  // Vitest ends the process with SIGTERM, which runs no exit handlers by itself.
  process.once("SIGTERM", () => process.exit());
  return product;
}

async function resetState({ address }: Product, variables: Variables): Promise<void> {
  const answer = await fetch(`${address}/tests/reset`, { method: "POST", body: JSON.stringify(variables) });
  if (!answer.ok) throw new Error(`The product could not be reset: ${await answer.text()}`);
}

export async function startOwnProduct({
  stateDir,
  port,
  probe,
}: {
  stateDir: string;
  port?: number;
  probe?: typeof AROUND;
}): Promise<Started> {
  port ??= await freePort();
  const address = `http://127.0.0.1:${port}`;
  const runtime = await serve({
    port,
    stateDir,
    // Tests come from many addresses, as through a proxy.
    variables: { LOG_LEVEL: "warn", PUBLIC_URL: address, TRUSTED_PROXIES: "127.0.0.1" },
    ...(probe && { probe }),
  });
  return {
    address,
    runtime,
    async store(sql) {
      await openDatabase(stateDir, runtime.pid).prepare(sql).run();
    },
    async passMinute() {
      await runtime.runCron(new Date());
    },
    async stop() {
      await runtime.stop();
    },
  };
}
