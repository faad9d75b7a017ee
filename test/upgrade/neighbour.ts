import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";

interface Call {
  path: string;
  body: string;
  headers: IncomingMessage["headers"];
}

export interface Neighbour {
  port: number;
  failing: Set<string>;
  calls: Call[];
  callsOf(path: string): Call[];
  close(): Promise<void>;
}

export async function startNeighbour(): Promise<Neighbour> {
  const calls: Call[] = [];
  const failing = new Set<string>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    calls.push({ path, body: Buffer.concat(await request.toArray()).toString(), headers: request.headers });
    response.writeHead(failing.has(path) ? 503 : 200, { "Content-Type": "text/plain" }).end("ok");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = server.address();
  if (typeof place !== "object" || !place) throw new Error("the neighbour has no port");
  return {
    port: place.port,
    failing,
    calls,
    callsOf: (path) => calls.filter((call) => call.path === path),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
