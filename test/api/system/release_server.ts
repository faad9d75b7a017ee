import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";

export interface ReleaseResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  bytes?: number;
  hangs?: boolean;
}

export interface AskedRelease {
  line: string;
  headers: string[];
  body: string;
}

declare module "vitest" {
  interface ProvidedContext {
    releases: { origin: string };
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let answer: ReleaseResponse = {};
  let asked: AskedRelease[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    if (request.url === "/answer") {
      answer = JSON.parse(body) as ReleaseResponse;
      response.end();
      return;
    }
    if (request.url === "/asked") {
      response.end(JSON.stringify(asked));
      asked = [];
      return;
    }
    asked.push({ line: `${request.method} ${request.url}`, headers: request.rawHeaders, body });
    if (answer.hangs) return;
    // A client that follows the redirect gets a response, so it doesn't loop.
    const isMoved = request.url === "/moved";
    response.writeHead(isMoved ? 200 : (answer.status ?? 200), isMoved ? {} : answer.headers);
    if (answer.bytes === undefined) response.end(answer.body ?? "");
    else response.end(`["${"x".repeat(answer.bytes)}"]`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  provide("releases", { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
