import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

export const S3_KEY = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
export const S3_BUCKET = "status-copy";

export interface S3Server {
  origin: string;
  asked: { name: string; bytes: number; headers: IncomingMessage["headers"] }[];
  instead: ((name: string, response: ServerResponse) => boolean) | null;
  stored(path: string): Buffer | null;
  stop(): Promise<void>;
}

/** s3rver with one bucket: it checks signatures (version 4) and the clock, and keeps a file's headers. */
export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "uptide-s3-"));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: S3_BUCKET }] });
  await s3.configureBuckets();
  const handle = s3.callback();
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? "").split("?")[0]!.replace(`/${S3_BUCKET}/`, ""));
    const name = `${request.method} ${path}`;
    const { headers } = request;
    peer.asked.push({ name, bytes: Number(headers["content-length"] ?? 0), headers });
    if (!peer.instead?.(name, response)) handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server has a port.");
  const peer: S3Server = {
    origin: `http://127.0.0.1:${address.port}`,
    asked: [],
    instead: null,
    stored(path) {
      const file = join(directory, S3_BUCKET, `${path}._S3rver_object`);
      return existsSync(file) ? readFileSync(file) : null;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      s3.logger.exceptions.unhandle();
      s3.logger.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return peer;
}
