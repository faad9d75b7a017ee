import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";

/** What the release server is to answer with from now on. */
export interface ReleaseAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** So many bytes come instead of the body. */
  bytes?: number;
  /** Nothing ever comes. */
  hangs?: boolean;
}

/** A request as it came over the socket: its first line, and names and values of headers as they were written. */
export interface AskedRelease {
  line: string;
  headers: string[];
  body: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** PUT /answer says what other paths answer, GET /asked tells and forgets what came to them. */
    releases: { origin: string };
  }
}

/** A release server on loopback, for tests that run inside workerd. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let answer: ReleaseAnswer = {};
  let asked: AskedRelease[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    if (request.url === "/answer") {
      answer = JSON.parse(body) as ReleaseAnswer;
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
    // Whoever follows arrives at an answer, and does not go round.
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
