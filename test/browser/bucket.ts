import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { gunzipSync } from "node:zlib";

const NAME = "status-copy";

export interface Bucket {
  name: string;
  endpoint: string;
  folder: string;
  refusal: { status: number; code: string } | null;
  stop(): Promise<void>;
}

export async function startBucket(): Promise<Bucket> {
  const folder = mkdtempSync(join(tmpdir(), "uptide-bucket-"));
  const kept = new Map<string, Buffer>();
  const http = createServer((request, response) => void answer(request, response));
  const bucket: Bucket = { name: NAME, endpoint: "", folder, refusal: null, stop };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (bucket.refusal) {
      const { status, code } = bucket.refusal;
      response.writeHead(status, { "Content-Type": "application/xml" });
      return void response.end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`);
    }
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = normalize(decodeURIComponent(pathname)).replace(`/${NAME}/`, "");
    if (request.method === "PUT") keep(path, body, request.headers["content-encoding"] === "gzip");
    const isThere = request.method === "PUT" || kept.has(path);
    response.writeHead(isThere ? 200 : 404).end(request.method === "GET" ? kept.get(path) : undefined);
  }

  function keep(path: string, body: Buffer, isPacked: boolean): void {
    kept.set(path, body);
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, isPacked ? gunzipSync(body) : body);
  }

  async function stop(): Promise<void> {
    http.closeAllConnections();
    await new Promise<void>((resolve) => http.close(() => resolve()));
    rmSync(folder, { recursive: true, force: true });
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  bucket.endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return bucket;
}
