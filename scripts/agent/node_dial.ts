import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Dial, DialedSocket } from "../../src/lib/wire/dial.ts";
import { toDialError } from "./platform_error.ts";

export const dialNode: Dial = ({ hostname, port, tls }) => {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  if (tls === "on") {
    const socket = connectTls({ host, port, ...serverName(host) });
    return wrap(socket, { opensAt: "secureConnect" });
  }
  const socket = connectPlain({ host, port });
  const startTls = () => {
    socket.removeAllListeners("readable");
    return wrap(connectTls({ socket, ...serverName(host) }), { opensAt: "secureConnect" });
  };
  return wrap(socket, { opensAt: "connect", ...(tls === "starttls" && { startTls }) });
};

function serverName(host: string) {
  return isIP(host) === 0 ? { servername: host } : {};
}

function wrap(
  socket: Socket,
  { opensAt, startTls }: { opensAt: "connect" | "secureConnect"; startTls?: () => DialedSocket },
): DialedSocket {
  const opened = new Promise<void>((resolve, reject) => {
    socket.once(opensAt, () => resolve());
    socket.once("error", (error) => reject(toDialError(error)));
    socket.once("close", () => reject(new Error("cannot connect to the specified address")));
  });
  opened.catch(() => undefined);
  let fault: Error | null = null;
  socket.on("error", (error) => {
    fault = error;
  });
  return {
    opened,
    readable: readableOf(socket, () => fault),
    writable: new WritableStream<Uint8Array>({
      write: (bytes) =>
        new Promise((resolve, reject) => {
          socket.write(bytes, (error) => (error ? reject(error) : resolve()));
        }),
      close: () => void socket.end(),
      abort: () => void socket.destroy(),
    }),
    close: async () => void socket.destroy(),
    ...(startTls && { startTls }),
  };
}

/** Reads no further than asked, because TLS may take over the socket in between. */
function readableOf(socket: Socket, faultOf: () => Error | null): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const bytes: Buffer | null = socket.read();
          if (bytes) return controller.enqueue(new Uint8Array(bytes));
          const fault = faultOf();
          if (fault) return controller.error(fault);
          if (socket.readableEnded || socket.destroyed) return controller.close();
          await nextChange(socket);
        }
      },
      cancel: () => void socket.destroy(),
    },
    { highWaterMark: 0 },
  );
}

function nextChange(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const events = ["readable", "end", "close", "error"] as const;
    const done = () => {
      for (const event of events) socket.off(event, done);
      resolve();
    };
    for (const event of events) socket.on(event, done);
  });
}
