import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { ROOT } from "../build.ts";
import { tellLines } from "./log.ts";

const DAMAGE = /SQLITE_(CORRUPT|NOTADB)/;

interface RuntimeProcess {
  pid: number;
  /** Of each socket by its name, in the order in which they were bound. */
  ports: ReadonlyMap<string, number>;
  /** Resolves when it has ended, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface ProcessOptions {
  /** Of workerd itself. */
  program: string;
  configFile: string;
  /** Where the sockets listen, by their names. */
  addresses: Readonly<Record<string, string>>;
  inspector: string | null;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal | undefined;
  onDamage?: (() => void) | undefined;
  onSpawn?: ((pid: number) => void) | undefined;
}

/** Resolves when every socket listens; rejects with what workerd says when it ends before. */
export async function startProcess(options: ProcessOptions): Promise<RuntimeProcess> {
  const { program, configFile, addresses, inspector, environment, signal, onSpawn, onDamage } = options;
  const given = [
    // The simulators need it; and a path that begins with a slash is below the root.
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
    env: { ...environment, TZ: "UTC" },
  });
  if (child.pid !== undefined) onSpawn?.(child.pid);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  for (const stream of [child.stdout!, child.stderr!])
    createInterface(stream).on("line", (line) => DAMAGE.test(line) && onDamage?.());
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

/**
 * A terminal interrupts every process that was started from it: the runtime would be gone before it has finished what it
 * sends. Who started it ends it.
 */
function untouchedByCtrlC(program: string, given: string[]): [string, string[]] {
  if (process.platform === "win32") return [program, given];
  return ["sh", ["-c", `trap "" INT; exec "$0" "$@"`, program, ...given]];
}

async function listen(child: ChildProcess, sockets: readonly string[]): Promise<Map<string, number>> {
  const ports = new Map<string, number>();
  const said: string[] = [];
  let isListening = false;
  tellLines(child.stdout!);
  // What it says before it listens tells why it does not, and is told then.
  tellLines(child.stderr!, ({ message }) => {
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
