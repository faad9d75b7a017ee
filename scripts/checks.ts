import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { ROOT } from "./build.ts";

export interface Step {
  title: string;
  command: string;
  args: readonly string[];
}

export async function runBeside(steps: readonly Step[], faults: string[]): Promise<void> {
  for (const { title, command, args } of steps) {
    const { code, out } = await collect(startBeside(command, args));
    console.log(`\n${title}${code === 0 ? ": nothing wrong" : ""}`);
    if (code === 0) continue;
    console.log(out);
    faults.push(`${title}\n${out}`);
  }
}

function startBeside(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(join(ROOT, "node_modules", ".bin", command), args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const stop = () => child.kill();
  process.once("exit", stop);
  child.once("close", () => process.off("exit", stop));
  return child;
}

async function collect(child: ChildProcess): Promise<{ code: number | null; out: string }> {
  let out = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (out += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: out.trim() };
}
