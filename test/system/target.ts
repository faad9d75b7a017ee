import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

interface Posted {
  path: string;
  id: string;
  body: string;
  at: number;
}

export interface Target {
  address: string;
  hits: Map<string, number[]>;
  failing: Set<string>;
  failingOnce: Set<string>;
  hanging: Set<string>;
  failedAt: Map<string, number>;
  posted: Posted[];
  answerPost: (posted: Posted) => number;
  close(): Promise<void>;
}

export async function startTarget({ delayMs = 0 } = {}): Promise<Target> {
  const target = {
    hits: new Map<string, number[]>(),
    failing: new Set<string>(),
    failingOnce: new Set<string>(),
    hanging: new Set<string>(),
    failedAt: new Map<string, number>(),
    posted: [] as Posted[],
    answerPost: (_posted: Posted) => 200,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    if (request.method === "POST") {
      const at = Date.now();
      const body = Buffer.concat(await request.toArray()).toString();
      const posted = { path, id: String(request.headers["webhook-id"] ?? ""), body, at };
      target.posted.push(posted);
      if (target.hanging.has(path)) return;
      response.writeHead(target.answerPost(posted), { "Content-Type": "text/plain" }).end("ok");
      return;
    }
    const own = target.hits.get(path) ?? [];
    target.hits.set(path, [...own, Date.now()]);
    if (target.hanging.has(path)) return;
    const isOnce = target.failingOnce.delete(path);
    const isFailing = isOnce || target.failing.has(path) || target.failing.has("*");
    setTimeout(() => {
      if (isFailing && !target.failedAt.has(path)) target.failedAt.set(path, Date.now());
      response.writeHead(isFailing ? 503 : 200, { "Content-Type": "text/plain" }).end("ok");
    }, delayMs);
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = server.address();
  if (typeof place !== "object" || !place) throw new Error("the target has no port");
  return Object.assign(target, {
    address: `http://127.0.0.1:${place.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
