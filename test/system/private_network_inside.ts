import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { createServer as createWeb, type ServerResponse } from "node:http";
import { connect, createServer } from "node:net";
import type { Order } from "./private_network.ts";

const [, , path = "", port = ""] = process.argv;
let status: number | null = 200;
const held: ServerResponse[] = [];
let agent: ChildProcess | undefined;

execFileSync("ip", ["link", "set", "lo", "up"]);
const web = createWeb((_, response) => {
  if (status !== null) return response.writeHead(status).end("inside");
  held.push(response);
  process.send?.("held");
});
const way = createServer((socket) => {
  const out = connect(path);
  socket.pipe(out).pipe(socket);
  socket.on("error", () => out.destroy());
  socket.on("close", () => out.destroy());
  out.on("error", () => socket.destroy());
  out.on("close", () => socket.destroy());
});

process.on("message", (order: Order) => {
  if (order.kind === "status") {
    status = order.status;
    if (status !== null) for (const response of held.splice(0)) response.writeHead(status).end("inside");
  } else if (order.kind === "kill") agent?.kill(order.signal);
  else {
    const env = { PATH: process.env["PATH"] ?? "", UPTIDE_AGENT_TOKEN: order.token };
    agent = spawn(process.execPath, order.args, { stdio: ["ignore", "inherit", "inherit"], env });
    agent.on("exit", (code, signal) => process.send?.(code ?? signal));
  }
});
process.on("disconnect", () => {
  agent?.kill("SIGKILL");
  process.exit();
});
web.listen(8080, "127.0.0.1", () => way.listen(Number(port), "127.0.0.1", () => process.send?.("ready")));
