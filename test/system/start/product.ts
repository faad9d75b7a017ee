import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../../..");

export interface Product {
  address: string;
  stateDir: string;
  output: () => string;
  process: ChildProcess;
  pids: () => { npm: number; run: number; start: number; workerd: number };
  stop(): Promise<void>;
}

interface StartOptions {
  stateDir?: string;
  port?: number;
  variables?: Record<string, string>;
  root?: string;
}

export async function startProduct(options: StartOptions = {}): Promise<Product> {
  const { ready, ...product } = await beginProduct(options);
  await ready;
  return product;
}

export async function beginProduct(options: StartOptions): Promise<Product & { ready: Promise<void> }> {
  const port = options.port ?? (await freePort());
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), "uptide-"));
  const child = spawn("npm", ["start"], {
    cwd: options.root ?? ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: {
      ...process.env,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      STATE_DIR: stateDir,
      // Tests come from many addresses, as through a proxy.
      TRUSTED_PROXIES: "127.0.0.1",
      ...options.variables,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => output.includes("Stop it with") && resolve());
    child.once("exit", () => reject(new Error(`npm start ended:\n${output}`)));
  });
  const npm = child.pid ?? 0;
  return {
    ready,
    address: `http://127.0.0.1:${port}`,
    stateDir,
    output: () => output,
    process: child,
    pids: () => findPids(npm),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
      await untilSilent(port);
      if (!options.stateDir) rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/**
 * Below the ephemeral range, where another process could take a port before its use. Each test process has its own
 * part.
 */
const PORTS = { first: 20_000, ofEach: 1500 };
let turn = randomInt(PORTS.ofEach);

export async function freePort(): Promise<number> {
  const part = Number(process.env["VITEST_POOL_ID"] ?? 0) % 8;
  for (let tries = 0; tries < PORTS.ofEach; tries++) {
    const port = PORTS.first + part * PORTS.ofEach + (turn++ % PORTS.ofEach);
    if (await isFree(port)) return port;
  }
  throw new Error("Every port of this process is taken.");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

async function untilSilent(port: number): Promise<void> {
  await until(async () => {
    try {
      await fetch(`http://127.0.0.1:${port}/health`);
      return false;
    } catch {
      return true;
    }
  });
}

/** Asking more often would take as much of the processor as the tests beside it. */
const LONGEST_PAUSE_MS = 250;

export async function until(isSo: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = 10; !(await isSo()); pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    if (Date.now() > deadline) throw new Error(`not so within ${withinMs} ms: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function findPids(npm: number) {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split("\n");
  const processes = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []);
  const childOf = (parent: number, word: string) => {
    const found = processes.find(([, , ppid, command]) => Number(ppid) === parent && command?.includes(word));
    return Number(found?.[1] ?? 0);
  };
  const shell = childOf(npm, "run.mjs");
  const run = childOf(shell, "run.mjs") || shell;
  const start = childOf(run, "start.ts");
  return { npm, run, start, workerd: childOf(start, "workerd") };
}
