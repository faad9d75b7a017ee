import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Miniflare } from "miniflare";
import { build, ROOT } from "./build.ts";
import { childrenOf, isRunning, killLeftover } from "./processes.ts";
import { serve, variablesFrom } from "./serve.ts";

const port = Number(process.env["PORT"] ?? 8787);
const stateDir = resolve(ROOT, process.env["STATE_DIR"] ?? ".state");
const address = `http://127.0.0.1:${port}`;
const pidFile = join(stateDir, "workerd.pid");

let miniflare: Miniflare;
let runtimePids: number[] = [];
let isStopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
process.on("disconnect", () => stop(0));

build();
if (existsSync(pidFile)) await killLeftover(readFileSync(pidFile, "utf8").split(" ").map(Number), "workerd");
await run();
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
      port,
      stateDir,
      variables: { LOG_LEVEL: "warn", ...variablesFrom(process.env) },
    });
  } catch (error) {
    const isTaken = String(error).includes("EADDRINUSE") || String(error).includes("Address already in use");
    console.error(isTaken ? `Port ${port} is taken: choose another with PORT=8788 npm start.` : error);
    process.exit(1);
  }
  runtimePids = childrenOf(process.pid, "workerd");
  writeFileSync(pidFile, runtimePids.join(" "));
  process.send?.({ runtimePids });
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
