import { once } from "node:events";
import { createServer, type Socket } from "node:net";

export interface SmtpSink {
  port: number;
  taken: Map<string, number>;
  most(): number;
  close(): void;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const taken = new Map<string, number>();
  const sockets = new Set<Socket>();
  let most = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    most = Math.max(most, sockets.size);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    socket.write("220 sink\r\n");
    serve(socket, taken);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("the sink has no port");
  return {
    port: address.port,
    taken,
    most: () => most,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const ANSWERS: Record<string, string> = { EHLO: "250 sink", DATA: "354 Go on", QUIT: "221 Bye" };

function serve(socket: Socket, taken: Map<string, number>): void {
  let waiting = "";
  let isMail = false;
  socket.on("data", (data) => {
    waiting += data;
    for (;;) {
      const end = isMail ? waiting.indexOf("\r\n.\r\n") : waiting.indexOf("\r\n");
      if (end < 0) return;
      const said = waiting.slice(0, end);
      waiting = waiting.slice(end + (isMail ? 5 : 2));
      if (isMail) {
        const id = /^Message-ID: <(.+)>/m.exec(said)?.[1] ?? "";
        taken.set(id, (taken.get(id) ?? 0) + 1);
        isMail = false;
        socket.write("250 Taken\r\n");
        continue;
      }
      const word = said.slice(0, 4).toUpperCase();
      socket.write(`${ANSWERS[word] ?? "250 OK"}\r\n`);
      isMail = word === "DATA";
    }
  });
}
