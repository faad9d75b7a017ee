import { once } from "node:events";
import { createServer } from "node:http";

export async function startTarget() {
  const server = createServer((request, response) => {
    const [, , ms = "80", status = "200"] = (request.url ?? "").split("/");
    setTimeout(() => response.writeHead(Number(status)).end("Welcome"), Number(ms));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return { address: `http://127.0.0.1:${port}`, stop: () => server.close() };
}
