import { type ChildProcess, spawn } from "node:child_process";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { pathWithPing } from "./icmp/path.ts";

export const UNSHARE = "/usr/bin/unshare";

export type Order =
  | { kind: "status"; status: number | null }
  | { kind: "agent"; args: readonly string[]; token: string }
  | { kind: "kill"; signal: NodeJS.Signals };

export interface PrivateNetwork {
  target: string;
  order(order: Order): void;
  held: () => number;
  ended: (number | string)[];
  output: () => string;
  cut(): void;
  join(): void;
  stop(): void;
}

/**
 * Isolates the process: only one port is reachable, through a socket in the file system, and nothing outside reaches
 * in.
 */
export async function startPrivateNetwork(port: number, folder: string): Promise<PrivateNetwork> {
  const path = join(folder, "out.sock");
  const way = await openWayOut(path, port);
  const args = [
    "--map-root-user",
    "--net",
    process.execPath,
    join(import.meta.dirname, "private_network_inside.ts"),
  ];
  const inside = spawn(UNSHARE, [...args, path, String(port)], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { PATH: pathWithPing() },
  });
  const ended: (number | string)[] = [];
  let held = 0;
  let output = "";
  for (const stream of [inside.stdout, inside.stderr]) stream?.on("data", (chunk) => (output += chunk));
  inside.on("message", (message) => {
    if (message === "held") held += 1;
    else if (message !== "ready") ended.push(message as number | string);
  });
  await ready(inside, () => output);
  return {
    target: "http://127.0.0.1:8080",
    order: (order) => void inside.send(order),
    held: () => held,
    ended,
    output: () => output,
    cut: way.cut,
    join: way.join,
    stop() {
      inside.kill("SIGKILL");
      way.server.close();
    },
  };
}

interface WayOut {
  server: Server;
  cut(): void;
  join(): void;
}

async function openWayOut(path: string, port: number): Promise<WayOut> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return;
    const out = connect(port, "127.0.0.1");
    for (const end of [socket, out]) open.add(end.on("close", () => open.delete(end)));
    socket.pipe(out).pipe(socket);
    socket.on("error", () => out.destroy());
    socket.on("close", () => out.destroy());
    out.on("error", () => socket.destroy());
    out.on("close", () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return {
    server,
    cut() {
      isCut = true;
      // Reads and drops what arrives.
      for (const end of open) end.unpipe().resume();
    },
    join() {
      isCut = false;
    },
  };
}

async function ready(inside: ChildProcess, output: () => string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    inside.once("message", () => resolve());
    inside.once("exit", () => reject(new Error(`the private network ended: ${output()}`)));
  });
}
