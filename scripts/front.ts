import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";

interface FrontOptions {
  host: string;
  port: number;
  /** Where the runtime listens, on this machine alone. */
  innerPort: number;
  /** Shared with the Worker: what bears it is from here. */
  mark: string;
}

/** As `src/lib/client_ip.ts` reads it. */
const PEER = "Uptide-Peer";
/** They are between two neighbours, and not passed on. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  PEER.toLowerCase(),
]);

/** Listens where others can connect, and tells the Worker who did: workerd itself tells of no peer. */
export async function startFront({ host, port, innerPort, mark }: FrontOptions): Promise<Server> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const server = createServer((asked, answer) => {
    const headers = [...passedOn(asked.rawHeaders), PEER, `${mark} ${peerOf(asked)}`];
    const inner = request({
      host: "127.0.0.1",
      port: innerPort,
      method: asked.method,
      path: asked.url,
      headers,
      agent,
    });
    inner.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, passedOn(response.rawHeaders));
      response.pipe(answer);
      response.on("error", () => answer.destroy());
    });
    inner.on("error", () => refuse(answer));
    // Who goes away ends what was asked for, such as a stream.
    answer.on("close", () => inner.destroy());
    asked.pipe(inner);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  return server;
}

function passedOn(raw: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = "", value = ""] = [raw[at], raw[at + 1]];
    if (!HOP_BY_HOP.has(name.toLowerCase())) passed.push(name, value);
  }
  return passed;
}

function peerOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? "").replace(/^::ffff:/, "");
}

function refuse(answer: ServerResponse): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(503, { "Content-Type": "application/json", "Retry-After": "2" });
  answer.end(JSON.stringify({ error: "The service is starting: try again in a moment." }));
}
