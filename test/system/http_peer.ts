import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Pair } from "./tls_peer.ts";

export interface HttpPeer {
  port: number;
  origin: string;
  requests: Seen[];
  stop(): Promise<void>;
}

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  bytes: Buffer;
}

export async function startHttp(
  answer: (...args: [...Parameters<RequestListener>, Seen]) => void,
  pair?: Pair,
): Promise<HttpPeer> {
  const requests: Seen[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method = "", url = "", headers } = request;
    const bytes = await readAll(request);
    const seen = { method, url, headers, body: bytes.toString(), bytes };
    requests.push(seen);
    answer(request, response, seen);
  };
  const server: Server = pair
    ? createTlsServer({ cert: readFileSync(pair.cert), key: readFileSync(pair.key) }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server has a port.");
  const { port } = address;
  return {
    port,
    origin: pair ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
