import { createServer, request } from "node:http";

interface Gate {
  address: string;
  /** From now on requests fail as if the product had stopped. */
  close(): void;
  open(): void;
  stop(): Promise<void>;
}

/** All files of the process share the product, so no file may stop it. */
export async function startGate(port: number, target: string): Promise<Gate> {
  let isOpen = true;
  const server = createServer((incoming, outgoing) => {
    if (!isOpen) return void incoming.socket.destroy();
    const { method, headers, url = "/" } = incoming;
    const passed = request(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      isOpen = false;
      server.closeAllConnections();
    },
    open() {
      isOpen = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
