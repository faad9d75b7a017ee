import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's may not be asked, and runs.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Ends a runtime left behind by a killed start. Its command must name this folder: the id may belong to another process by now. */
export async function killLeftover(pid: number, stateDir: string): Promise<void> {
  if (!commandOf(pid).includes(join(stateDir, "workerd"))) return;
  process.kill(pid, "SIGKILL");
  for (let tries = 0; tries < 50 && isRunning(pid); tries++) await wait(20);
}

/** Empty where no such process runs. */
function commandOf(pid: number): string {
  if (process.platform === "win32") return "";
  try {
    // Small containers have no `ps`.
    if (existsSync("/proc/self/stat")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  } catch {
    return "";
  }
}
