import { connect } from "node:net";
import { type Peer, startTcp } from "../tls_peer.ts";

export function startCutProxy(
  port: number,
  { bytes, end }: { bytes: number; end: "closes" | "stalls" },
): Promise<Peer> {
  return startTcp((socket) => {
    let left = bytes;
    const server = connect({ host: "127.0.0.1", port });
    server.on("error", () => socket.destroy());
    socket.on("data", (chunk) => server.write(chunk));
    socket.on("close", () => server.destroy());
    server.on("data", (chunk) => {
      socket.write(chunk.subarray(0, left));
      left -= Math.min(left, chunk.length);
      if (left === 0 && end === "closes") socket.end();
    });
  });
}

export async function countAnswer(port: number, work: (port: number) => Promise<unknown>): Promise<number> {
  let bytes = 0;
  const peer = await startTcp((socket) => {
    const server = connect({ host: "127.0.0.1", port });
    server.on("error", () => socket.destroy());
    server.on("data", (chunk) => {
      bytes += chunk.length;
      socket.write(chunk);
    });
    socket.on("data", (chunk) => server.write(chunk));
    socket.on("close", () => server.destroy());
  });
  await work(peer.port);
  await peer.stop();
  return bytes;
}
