import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join, relative, resolve } from "node:path";
import type { Miniflare } from "miniflare";
import { build, ROOT } from "./build.ts";
import { startFront } from "./front.ts";
import { childrenOf, isRunning, killLeftover } from "./processes.ts";
import { serve, variablesFrom } from "./serve.ts";

const LOOPBACK = "127.0.0.1";
/** What listens on every address of the machine is reached by way of that one too. */
const ANY = new Set(["0.0.0.0", "::"]);

const host = process.env["HOST"] || LOOPBACK;
const port = Number(process.env["PORT"] ?? 8787);
const stateDir = resolve(ROOT, process.env["STATE_DIR"] ?? ".state");
const isForOthers = host !== LOOPBACK;
const address = `http://${isForOthers && !ANY.has(host) ? bracketed(host) : LOOPBACK}:${port}`;
const inner = isForOthers ? { port: await freePort(), mark: randomBytes(24).toString("base64url") } : null;
const pidFile = join(stateDir, "workerd.pid");

let miniflare: Miniflare;
let runtimePids: number[] = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
process.on("disconnect", () => stop(0));

build();
if (existsSync(pidFile)) await killLeftover(readFileSync(pidFile, "utf8").split(" ").map(Number), "workerd");
await run();
if (inner) await listenForOthers(inner);
const { required } = (await (await fetch(`${address}/api/v1/setup/status`)).json()) as { required: boolean };
console.log(
  [
    "",
    `  Uptide runs at ${address}`,
    required ? `  Set it up at   ${address}/admin/setup` : `  Sign in at     ${address}/admin`,
    `  State is in    ${relative(ROOT, stateDir).startsWith("..") ? stateDir : relative(ROOT, stateDir)}`,
    "  Stop it with   Ctrl+C",
    "",
  ].join("\n"),
);
scheduleCron();
setInterval(reviveRuntime, 1000);

async function run(): Promise<void> {
  try {
    miniflare = await serve({
      port: inner?.port ?? port,
      stateDir,
      variables: {
        LOG_LEVEL: "warn",
        ...variablesFrom(process.env),
        ...(inner && { PEER_MARK: inner.mark }),
      },
    });
  } catch (error) {
    await failToListen(error);
  }
  runtimePids = childrenOf(process.pid, "workerd");
  writeFileSync(pidFile, runtimePids.join(" "));
  process.send?.({ runtimePids });
}

async function listenForOthers({ port: innerPort, mark }: { port: number; mark: string }): Promise<void> {
  try {
    await startFront({ host, port, innerPort, mark });
  } catch (error) {
    await failToListen(error);
  }
}

async function failToListen(error: unknown): Promise<void> {
  const isTaken = /EADDRINUSE|Address already in use/.test(String(error));
  const isElsewhere = /EADDRNOTAVAIL|ENOTFOUND/.test(String(error));
  if (isTaken) console.error(`Port ${port} is taken: choose another with PORT=8788 npm start.`);
  else if (isElsewhere)
    console.error(`HOST=${host} is no address of this machine: 0.0.0.0 listens on all it has.`);
  else console.error(error);
  await stop(1);
}

function bracketed(ip: string): string {
  return ip.includes(":") ? `[${ip}]` : ip;
}

/** One that nothing listens on at this moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, "listening");
  const { port: free } = server.address() as AddressInfo;
  server.close();
  return free;
}

/** Once a minute on the minute, as the platform does; workerd never does by itself. */
function scheduleCron(): void {
  const wait = 60_000 - (Date.now() % 60_000);
  setTimeout(async () => {
    scheduleCron();
    try {
      const worker = await miniflare.getWorker();
      await worker.scheduled({ scheduledTime: new Date(), cron: "* * * * *" });
    } catch (error) {
      if (!isStopping) console.error("Cron failed:", error);
    }
  }, wait);
}

async function reviveRuntime(): Promise<void> {
  if (isStopping || runtimePids.every(isRunning)) return;
  console.error("workerd has stopped: starting it again.");
  runtimePids = [];
  await miniflare.dispose().catch(() => {});
  await run();
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const timer = setTimeout(() => process.exit(code), 5000);
  await miniflare?.dispose().catch((error: unknown) => console.error(error));
  clearTimeout(timer);
  process.exit(code);
}
