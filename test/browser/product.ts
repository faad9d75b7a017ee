import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Runtime, serve } from "../../scripts/serve.ts";
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

type Variables = Readonly<Record<string, string>>;

interface Started extends OwnProduct {
  runtime: Runtime;
}

const AROUND = { around: "test/browser/anew_worker.js", flags: ["unsafe_module"] };

let shared: Promise<Started> | undefined;

/**
 * One for all files of this process, which ends it: each begins with nothing stored, and by stopping it leaves nothing
 * behind.
 */
export async function startProduct({ variables = {} }: { variables?: Variables } = {}): Promise<OwnProduct> {
  shared ??= startShared().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  const product = await shared;
  await beginAnew(product, variables);
  return { ...product, stop: async () => await beginAnew(product, {}) };
}

async function startShared(): Promise<Started> {
  const stateDir = mkdtempSync(join(tmpdir(), "uptide-"));
  const product = await startOwnProduct({ stateDir, probe: AROUND });
  // One that has gone away takes the files after it along no further.
  void product.runtime.ended.then(() => {
    shared = undefined;
  });
  process.once("exit", () => {
    if (shared) process.kill(product.runtime.pid, "SIGKILL");
    rmSync(stateDir, { recursive: true, force: true });
  });
  // By which Vitest ends it: an exit then, of which everything hears that has begun something.
  process.once("SIGTERM", () => process.exit());
  return product;
}

async function beginAnew({ address }: Product, variables: Variables): Promise<void> {
  const answer = await fetch(`${address}/tests/anew`, { method: "POST", body: JSON.stringify(variables) });
  if (!answer.ok) throw new Error(`The product does not begin anew: ${await answer.text()}`);
}

/** For who stops it and starts it again. */
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
