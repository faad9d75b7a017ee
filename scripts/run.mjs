// Runs a script of this folder: installs the packages when they are not those of the lock file,
// then hands over to the Node that came with them. Plain JavaScript, since it has to run on any Node from 20 on.
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
  fail("This machine has no Node build among the packages: install Node 24 or newer.");
}
const child = spawn(
  node,
  ["--disable-warning=ExperimentalWarning", join(root, "scripts", `${name}.ts`), ...args],
  {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    shell: process.platform === "win32",
    // Of itself wrangler keeps a log in the home folder, which a container may not write.
    env: { WRANGLER_WRITE_LOGS: "false", ...process.env, PATH: bin + delimiter + process.env.PATH },
  },
);

// A script that is killed outright can't end the runtime it started: it has told which it is.
let runtimePids = [];
child.on("message", (message) => {
  runtimePids = message.runtimePids ?? [];
});
child.on("exit", (code, signal) => {
  if (signal) for (const pid of runtimePids) kill(pid);
  process.exit(code ?? 1);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

// npm passes a signal on to its shell only: when that is gone, so is who asked for this.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 250).unref();
}

function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
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
