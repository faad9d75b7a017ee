import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");

export function input(name) {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? "").trim();
}

/** Runs the uptide command and copies its output to the job's log. */
export function uptide(...args) {
  const env = { ...process.env, UPTIDE_URL: input("url"), UPTIDE_TOKEN: input("token") };
  const main = join(ROOT, "scripts/cli/main.mjs");
  const { status, stdout } = spawnSync(process.execPath, [main, ...args], {
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(stdout);
  return { status: status ?? 1, out: stdout };
}

/** Installs the command's dependencies at the versions in the lock file. */
export function install() {
  if (existsSync(join(ROOT, "node_modules/yaml"))) return;
  const args = ["ci", "--omit=dev", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", args, {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("The packages of the command can't be installed.");
}

/** Passes a value to later steps or to the end of the job. */
export function tell(channel, name, value) {
  const file = process.env[channel];
  if (file) appendFileSync(file, `${name}=${value}\n`);
}
