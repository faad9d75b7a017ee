import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { FAULT_SENTENCES } from "../src/domain/system/database_fault.ts";
import { build, ROOT } from "./build.ts";
import { reportDamage } from "./damage.ts";
import { isDiskFull } from "./disk_space.ts";
import { findKeyFault } from "./key_check.ts";
import { openLocalKey } from "./local_key.ts";
import { killLeftover } from "./processes.ts";
import { type Runtime, serve, variablesFrom } from "./serve.ts";
import { lockStateDir, makePrivate } from "./state_dir.ts";

const LOOPBACK = "127.0.0.1";
const ANY = new Set(["0.0.0.0", "::"]);
const REVIVE_MS = 500;
const DAMAGE_POLL_MS = 60_000;
/** Docker kills a container ten seconds after asking it to stop. */
const GRACE_MS = 9000;
/** Checks start on whole seconds: cron work at that moment would add to their response times. */
const CRON_AFTER_MS = 1500;

const USAGE = `npm start serves Uptide at http://127.0.0.1:8787.

Set variables before it, such as PORT=8788 npm start:
  PORT, HOST   Where it listens
  STATE_DIR    Where state is kept: .state by default
  PUBLIC_URL   The address people use

All variables: docs/start.md`;

if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit();
}

const host = process.env["HOST"] || LOOPBACK;
const port = Number(process.env["PORT"] ?? 8787);
const stateDir = resolve(ROOT, process.env["STATE_DIR"] ?? ".state");
const isForOthers = host !== LOOPBACK;
const address = `http://${isForOthers && !ANY.has(host) ? bracketed(host) : LOOPBACK}:${port}`;
const pidFile = join(stateDir, "workerd.pid");

let runtime: Runtime | null = null;
let isStopping = false;
let lookedAt = 0;
const stopping = new AbortController();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop(0));
process.on("disconnect", () => stop(0));

await lockStateDir(stateDir, port);
const givenKey = process.env["SECRET_KEY"] || undefined;
const keyFault = await findKeyFault(stateDir, givenKey);
if (keyFault) {
  console.error(keyFault);
  await stop(1);
}
build();
const secretKey = givenKey ?? openLocalKey(stateDir);
process.umask(0o077);
makePrivate(stateDir);
if (existsSync(pidFile)) await killLeftover(Number(readFileSync(pidFile, "utf8")), stateDir);
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

async function run(): Promise<void> {
  const startedAt = new Date();
  try {
    reportDamage(stateDir);
    runtime = await serve({
      host,
      port,
      stateDir,
      variables: { LOG_LEVEL: "warn", ...variablesFrom(process.env), SECRET_KEY: secretKey },
      signal: stopping.signal,
      // Lets the parent kill the runtime if this process is killed outright.
      onDamage: lookForDamage,
      onSpawn: (pid) => process.send?.({ runtimePids: [pid] }),
    });
    writeFileSync(pidFile, String(runtime.pid));
  } catch (error) {
    return await failToStart(error);
  }
  void runtime.ended.then(reviveRuntime);
  void runCron(startedAt, "@reboot");
}

function lookForDamage(): void {
  if (Date.now() - lookedAt < DAMAGE_POLL_MS) return;
  lookedAt = Date.now();
  try {
    reportDamage(stateDir);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

async function failToStart(error: unknown): Promise<void> {
  if (isStopping) return;
  const isTaken = /Address already in use/.test(String(error));
  const isElsewhere = /Cannot assign requested address|DNS lookup failed/.test(String(error));
  if (isDiskFull(error)) console.error(FAULT_SENTENCES.disk_full);
  else if (isTaken) console.error(`Port ${port} is taken: choose another with PORT=8788 npm start.`);
  else if (isElsewhere)
    console.error(
      `HOST=${host} isn't an address of this machine. To listen on all its addresses, use 0.0.0.0.`,
    );
  else console.error(error);
  await stop(1);
}

function bracketed(ip: string): string {
  return ip.includes(":") ? `[${ip}]` : ip;
}

function scheduleCron(): void {
  const untilMinute = 60_000 - ((Date.now() - CRON_AFTER_MS) % 60_000);
  setTimeout(async () => {
    scheduleCron();
    await runCron(new Date());
  }, untilMinute);
}

async function runCron(...given: Parameters<Runtime["runCron"]>): Promise<void> {
  if (isStopping) return;
  try {
    await runtime?.runCron(...given);
  } catch (error) {
    if (!isStopping) console.error("Cron failed:", error);
  }
}

async function reviveRuntime(): Promise<void> {
  if (isStopping) return;
  console.error("workerd has stopped: starting it again.");
  await wait(REVIVE_MS);
  await run();
}

async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  if (runtime) {
    console.log("Stopping after the sends in progress.");
    // A runtime that crashed or hangs never finishes this.
    await Promise.race([runtime.runCron(new Date(), "@stop").catch(() => undefined), wait(GRACE_MS)]);
  }
  stopping.abort();
  await runtime?.ended;
  process.exit(code);
}
