import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { ROOT } from "../build.ts";
import { logLines } from "./log.ts";

const DAMAGE = /SQLITE_(CORRUPT|NOTADB)/;
const DISK_FULL = /SQLITE_FULL/;
/**
 * Otherwise glibc takes the kernel's restartable sequences for itself, and the runtime's allocator falls back to a
 * slower mode: a request then costs a tenth more CPU.
 */
const TUNABLE = "glibc.pthread.rseq=0";

interface RuntimeProcess {
  pid: number;
  ports: ReadonlyMap<string, number>;
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface ProcessOptions {
  program: string;
  configFile: string;
  addresses: Readonly<Record<string, string>>;
  inspector: string | null;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal | undefined;
  onDamage?: (() => void) | undefined;
  onDiskFull?: (() => void) | undefined;
  onSpawn?: ((pid: number) => void) | undefined;
}

export async function startProcess(options: ProcessOptions): Promise<RuntimeProcess> {
  const { program, configFile, addresses, inspector, environment, signal, onSpawn, onDamage, onDiskFull } =
    options;
  const given = [
    // The simulators need --experimental, and import paths with a leading slash resolve below --import-path.
    ...["serve", "--experimental", `--import-path=${ROOT}`, "--control-fd=3"],
    ...Object.entries(addresses).map(([socket, address]) => `--socket-addr=${socket}=${address}`),
    ...(inspector ? [`--inspector-addr=${inspector}`] : []),
    configFile,
  ];
  const child = spawn(...untouchedByCtrlC(program, given), {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    windowsHide: true,
    killSignal: "SIGKILL",
    ...(signal && { signal }),
    env: { ...environment, TZ: "UTC", GLIBC_TUNABLES: addTunable(environment["GLIBC_TUNABLES"]) },
  });
  if (child.pid !== undefined) onSpawn?.(child.pid);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on("line", (line) => {
      if (DAMAGE.test(line)) onDamage?.();
      if (DISK_FULL.test(line)) onDiskFull?.();
    });
  const ports = await listen(child, Object.keys(addresses));
  return {
    pid: child.pid ?? 0,
    ports,
    ended,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function addTunable(own: string | undefined): string {
  return own ? `${own}:${TUNABLE}` : TUNABLE;
}

/** Ctrl-C signals the whole process group: the runtime would exit before its last requests finish. */
function untouchedByCtrlC(program: string, given: string[]): [string, string[]] {
  if (process.platform === "win32") return [program, given];
  return ["sh", ["-c", `trap "" INT; exec "$0" "$@"`, program, ...given]];
}

async function listen(child: ChildProcess, sockets: readonly string[]): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  const said: string[] = [];
  let isListening = false;
  logLines(child.stdout!);
  // Held back until it listens: if it never does, this output is the error.
  logLines(child.stderr!, ({ message }) => {
    if (isListening) console.error(message);
    else said.push(message);
  });
  const listening = Promise.withResolvers<void>();
  createInterface(child.stdio[3] as Readable).on("line", (line) => {
    const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
    if (event === "listen") ports.set(socket, port);
    if (sockets.every((name) => ports.has(name))) listening.resolve();
  });
  child.once("error", listening.reject);
  void once(child, "close").then(() => listening.reject(new Error(said.join("\n") || "workerd has ended.")));
  await listening.promise;
  isListening = true;
  for (const message of said) console.error(message);
  return ports;
}
