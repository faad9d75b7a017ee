import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Ends what a start that was killed has left behind; the word keeps a reused id of somebody else's alive. */
export async function killLeftover(pids: readonly number[], word: string): Promise<void> {
  const found = list().filter((entry) => pids.includes(entry.id) && entry.command.includes(word));
  for (const { id } of found) process.kill(id, "SIGKILL");
  for (let tries = 0; tries < 50 && found.some(({ id }) => isRunning(id)); tries++) await wait(20);
}

interface RunningProcess {
  id: number;
  parent: number;
  command: string;
}

function list(): RunningProcess[] {
  if (process.platform === "win32") return [];
  return existsSync("/proc/self/stat") ? listOfLinux() : listOfPs();
}

/** Small containers have no `ps`. */
function listOfLinux(): RunningProcess[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      // The name in brackets before them may itself have brackets and spaces.
      const [, parent] = /\) \S (\d+) [^)]*$/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
      return parent && command ? [{ id: Number(name), parent: Number(parent), command }] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

function listOfPs(): RunningProcess[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command ? [{ id: Number(id), parent: Number(parent), command }] : [];
  });
}
