import { createHash } from "node:crypto";
import { decodeText } from "./copied_page.ts";
import { type Host, leave } from "./host.ts";

const LATEST_MS = 25_000;
const DENIED = "<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>";

interface Request {
  method?: string;
  headers?: Headers;
  body?: Uint8Array | null;
  signal?: AbortSignal;
}

class SimulatedBucket {
  readonly #objects = new Map<string, string>();
  /** Objects of an earlier copy, which may have been half removed. */
  readonly #earlier = new Set<string>();
  #isUsed = false;
  readonly found: string[] = [];

  use(isUsed: boolean): void {
    if (isUsed && !this.#isUsed) for (const path of this.#objects.keys()) this.#earlier.add(path);
    this.#isUsed = isUsed;
  }

  put(path: string, body: string): void {
    this.#objects.set(path, body);
    this.#earlier.delete(path);
    this.#check(path);
  }

  delete(path: string): void {
    this.#objects.delete(path);
    if (this.#isUsed) this.#check(path);
  }

  compare(expected: ReadonlyMap<string, string>, when: string): string[] {
    const found: string[] = [];
    for (const [path, body] of expected)
      if (this.#objects.get(path) !== body)
        found.push(`${path} in the bucket is ${this.#objects.get(path)} ${when}, and the page says ${body}`);
    return found;
  }

  snapshotAt(): number {
    return Number(JSON.parse(this.#objects.get("snapshot.json") ?? "{}").text ?? 0);
  }

  paths(): string[] {
    return [...this.#objects.keys()];
  }

  #check(changed: string): void {
    for (const [path, body] of this.#objects) {
      if (this.#earlier.has(path)) continue;
      const { needs } = JSON.parse(body) as { needs: Record<string, string | null> };
      for (const [needed, content] of Object.entries(needs)) {
        const own = this.#objects.get(needed);
        if (own === undefined || (content !== null && path === changed && own !== content))
          this.found.push(`${path} needs ${needed} as ${content}, which was ${own} when ${changed} changed`);
      }
    }
  }
}

/** S3 as its clients see it: a request may take effect although its response is lost, or after its sender has ended. */
export class SimulatedS3 {
  readonly #host: Host;
  readonly #buckets = new Map<string, SimulatedBucket>();
  requests = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  bucket(name: string): SimulatedBucket {
    let bucket = this.#buckets.get(name);
    if (!bucket) {
      bucket = new SimulatedBucket();
      this.#buckets.set(name, bucket);
    }
    return bucket;
  }

  buckets(): [string, SimulatedBucket][] {
    return [...this.#buckets];
  }

  async fetch(input: string, { method = "GET", headers, body, signal }: Request = {}): Promise<Response> {
    const { faults, random, trace } = this.#host;
    const [, name = "", path = ""] = /^\/([^/]+)\/(.+)$/.exec(new URL(input).pathname) ?? [];
    const where = `${method} ${path}`;
    this.requests += 1;
    const [refuses, isCut, isLost] = [
      faults.comes("s3_refuses", where),
      faults.comes("s3_cut", where),
      faults.comes("s3_response_lost", where),
    ];
    const lateMs = faults.comes("s3_late", where) ? faults.size("s3_late", 1000, LATEST_MS) : 0;
    const bytes = body ? decodeText(body) : "";
    const response = leave(this.#host, { where, delayMs: random.whole(5, 80) + lateMs }, () => {
      if (isCut) throw new TypeError("fetch failed");
      const hash = createHash("sha256").update(bytes).digest("hex");
      if (headers?.get("X-Amz-Content-Sha256") !== hash) return new Response("", { status: 400 });
      if (refuses) return new Response(DENIED, { status: 503 });
      trace(`${name}: ${where}`);
      if (method === "PUT") this.bucket(name).put(path, bytes);
      else if (method === "DELETE") this.bucket(name).delete(path);
      if (isLost) throw new TypeError("fetch failed");
      return new Response(null, { status: method === "DELETE" ? 204 : 200 });
    });
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      response.then(resolve, reject);
    });
  }
}
