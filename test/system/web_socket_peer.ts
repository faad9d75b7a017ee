import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import { type Pair, type Peer, startTcp } from "./tls_peer.ts";

interface Greeting extends ServerOptions {
  pair?: Pair;
}

export async function startWebSockets(
  serve: (socket: WebSocket, request: IncomingMessage) => void,
  { pair, ...options }: Greeting = {},
): Promise<Peer> {
  const server = pair
    ? createTlsServer({ cert: readFileSync(pair.cert), key: readFileSync(pair.key) })
    : createServer();
  const sockets = new WebSocketServer({ server, ...options });
  sockets.on("connection", (socket, request) => {
    socket.on("error", () => undefined);
    serve(socket, request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function startRawWebSockets(serve: (socket: Socket) => void): Promise<Peer> {
  return await startTcp((socket) => {
    let head = "";
    socket.on("data", (data) => {
      const isOpen = head.includes("\r\n\r\n");
      head += isOpen ? "" : String(data);
      const key = /^sec-websocket-key: (.+)\r$/im.exec(head)?.[1];
      if (isOpen || !head.includes("\r\n\r\n") || !key) return;
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          `Sec-WebSocket-Accept: ${acceptOf(key)}\r\n\r\n`,
      );
      serve(socket);
    });
  });
}

function acceptOf(key: string): string {
  return createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
}

export function frame(opcode: number, payload: string | Uint8Array, isLast = true): Buffer {
  const body = Buffer.from(payload as string);
  const length = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([(isLast ? 0x80 : 0) | opcode, ...length]), body]);
}
