import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Kills a runtime left by a killed start, unless its id now belongs to another command. */
export async function killLeftover(pid: number, stateDir: string): Promise<void> {
  if (!commandOf(pid).includes(join(stateDir, "workerd"))) return;
  process.kill(pid, "SIGKILL");
  for (let tries = 0; tries < 50 && isRunning(pid); tries++) await wait(20);
}

function commandOf(pid: number): string {
  if (process.platform === "win32") return "";
  try {
    if (existsSync("/proc/self/stat")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  } catch {
    return "";
  }
}
