// Runs a script of this folder: installs the packages if they don't match the lock file, then hands over to
// the Node among them. Plain JavaScript, because any Node from 20 on has to run it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { isInstalled } from "./installed.mjs";

const root = resolve(import.meta.dirname, "..");

install();
const [name = "start", ...args] = process.argv.slice(2);
const bin = join(root, "node_modules", ".bin");
const bundled = join(bin, process.platform === "win32" ? "node.cmd" : "node");
const node = existsSync(bundled) ? bundled : process.execPath;
if (node === process.execPath && Number(process.versions.node.split(".")[0]) < 24) {
  fail("The packages include no Node build for this machine: install Node 24 or newer.");
}
const child = spawn(
  node,
  ["--disable-warning=ExperimentalWarning", join(root, "scripts", `${name}.ts`), ...args],
  {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    shell: process.platform === "win32",
    // By default wrangler logs to the home folder, which may be read-only in a container.
    env: { WRANGLER_WRITE_LOGS: "false", ...process.env, PATH: bin + delimiter + process.env.PATH },
  },
);

// A killed script can't stop its runtime, so it sends the process id beforehand.
let runtimePids = [];
child.on("message", (message) => {
  runtimePids = message.runtimePids ?? [];
});
child.on("exit", (code, signal) => {
  if (signal) for (const pid of runtimePids) kill(pid);
  process.exit(code ?? 1);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

// npm forwards signals only to its shell, so watch for the parent going away.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 250).unref();
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already exited.
  }
}

function install() {
  if (isInstalled(root)) return;
  console.log("Installing packages ...");
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const { status } = spawnSync(command, [...before, "ci", "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) fail("npm ci failed: see above.");
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
