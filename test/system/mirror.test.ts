import { createServer, type Server } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MirrorResponse } from "../../src/schema/mirror.ts";
import type { Monitor } from "../../src/schema/monitor.ts";
import type { PublicPage } from "../../src/schema/public_page.ts";
import { type HttpPeer, type Seen, startHttp } from "./http_peer.ts";
import { PanelClient } from "./panel_client.ts";
import { S3_BUCKET, S3_KEY, type S3Server, startS3 } from "./s3_server.ts";
import { freePort, isAlive, type Product, startProduct, until } from "./start/product.ts";
import { makeCertificate, makeFolder, removeFolder } from "./tls_peer.ts";

const ROOT = "/api/v1/admin/static-mirror";
const MONITORS = 12;

let product: Product;
let panel: PanelClient;
let s3: S3Server;
let monitors: Monitor[];
let settings: Record<string, unknown>;

beforeAll(async () => {
  s3 = await startS3();
  settings = {
    enabled: true,
    provider: "minio",
    bucket: S3_BUCKET,
    endpoint: s3.origin,
    intervalSecs: 60,
    ...S3_KEY,
  };
  product = await startProduct();
  panel = await PanelClient.open(product.address);
  for (let n = 0; n < MONITORS; n++)
    await panel.post("/api/v1/admin/monitors", { name: `Shop ${n}`, type: "webhook", config: {} });
  monitors = await panel.get<Monitor[]>("/api/v1/admin/monitors");
  const children = monitors.map(({ id }) => ({ id: `m${id}`, type: "monitor", monitorId: id }));
  await panel.send("PUT", "/api/v1/admin/layout", { tree: { id: "root", type: "page", children } });
  for (const monitor of monitors) await beat(monitor, "up");
});

afterAll(async () => {
  await product?.stop();
  await s3?.stop();
});

beforeEach(async () => {
  s3.instead = null;
  s3.asked.length = 0;
  await untilReady();
});

/** The product restarts a dead runtime by itself. */
async function untilReady(): Promise<void> {
  await until(async () => {
    try {
      return (await fetch(`${product.address}/ready`)).ok;
    } catch {
      return false;
    }
  });
}

async function beat({ heartbeatUrl }: Monitor, status: string): Promise<void> {
  await fetch(`${heartbeatUrl}?status=${status}`);
}

const read = () => panel.get<MirrorResponse>(ROOT);
const puts = () => s3.asked.filter(({ name }) => name.startsWith("PUT ")).map(({ name }) => name.slice(4));

function snapshot(): PublicPage {
  const bytes = s3.stored("snapshot.json")!;
  return JSON.parse((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString());
}

describe("a static copy in a real bucket", () => {
  it("is pushed when the settings are saved, signed, with types and cache times", async () => {
    expect(await panel.post(`${ROOT}/check`, settings)).toEqual({ ok: true });
    expect(s3.stored(".bsp-access-check")).toBeNull();
    await panel.send("PUT", ROOT, settings);
    await until(async () => (await read()).status.state === "up_to_date");
    const paths = puts().filter((path) => path !== ".bsp-access-check");
    expect(paths.at(-1)).toBe("snapshot.json");
    expect(paths).toContain("index.html");
    const { headers } = await fetch(`${s3.origin}/${S3_BUCKET}/snapshot.json`);
    expect([headers.get("cache-control"), headers.get("content-type")]).toEqual([
      "no-cache",
      expect.stringContaining("application/json"),
    ]);
    expect(snapshot().monitors.map(({ name }) => name)).toEqual(monitors.map(({ name }) => name));
    const { pushes } = await read();
    expect(pushes.at(-1)).toMatchObject({ ok: true, uploaded: paths.length, error: null });
  });

  it("has a compressed snapshot that browsers decompress, when the bucket keeps encodings", async () => {
    const { headers } = s3.asked.findLast(({ name }) => name === "PUT snapshot.json") ?? { headers: {} };
    await panel.post(`${ROOT}/test`);
    const put = s3.asked.findLast(({ name }) => name === "PUT snapshot.json")!;
    expect({ ...headers, ...put.headers }["content-encoding"]).toBe("gzip");
    const response = await fetch(`${s3.origin}/${S3_BUCKET}/snapshot.json`);
    expect(((await response.json()) as PublicPage).monitors).toHaveLength(MONITORS);
  });

  it("is kept in a separate bucket for another page", async () => {
    const pages = "/api/v1/admin/pages";
    const own = await startS3();
    try {
      await panel.post(pages, { key: "customers", name: "For customers" });
      const children = [{ id: "m", type: "monitor", monitorId: monitors[3]!.id }];
      const tree = { id: "root", type: "page", children };
      await panel.send("PUT", `${pages}/customers/layout`, { tree });
      const path = `${pages}/customers/static-mirror`;
      await panel.send("PUT", path, { ...settings, endpoint: own.origin });
      await until(async () => (await panel.get<MirrorResponse>(path)).status.state === "up_to_date");
      const html = own.stored("index.html")?.toString();
      expect(html).toContain("For customers");
      for (const [at, { name }] of monitors.entries()) expect(html?.includes(`>${name}<`)).toBe(at === 3);
      expect(s3.stored("index.html")?.toString()).not.toContain("For customers");
      await panel.send("DELETE", `${pages}/customers?confirm=For%20customers`);
      await until(async () => own.stored("index.html") === null && own.stored("snapshot.json") === null);
    } finally {
      await own.stop();
    }
  });

  it("has a changed status after the next push", async () => {
    await beat(monitors[0]!, "down");
    await until(
      async () =>
        (await panel.get<Monitor>(`/api/v1/admin/monitors/${monitors[0]!.id}`)).currentStatus === "down",
    );
    expect(await panel.post(`${ROOT}/test`)).toEqual({ ok: true });
    expect(snapshot().monitors[0]?.status).toBe("down");
  });

  it("stays complete when killed during a push, and the next push continues", async () => {
    const before = snapshot();
    let isAsked = false;
    s3.instead = (name) => {
      isAsked ||= name === "PUT snapshot.json";
      return name === "PUT snapshot.json";
    };
    await panel.send("PUT", ROOT, { banner: false });
    await until(() => isAsked);
    const { workerd } = product.pids();
    process.kill(workerd, "SIGKILL");
    await until(() => !isAlive(workerd));
    expect(snapshot()).toEqual(before);
    expect(s3.stored("index.html")).not.toBeNull();
    s3.instead = null;
    s3.asked.length = 0;
    await untilReady();
    expect(await panel.post(`${ROOT}/test`)).toEqual({ ok: true });
    expect(puts().at(-1)).toBe("snapshot.json");
    expect(Date.parse(snapshot().takenAt)).toBeGreaterThan(Date.parse(before.takenAt));
    const { pushes } = await read();
    expect(pushes.some(({ ok, error }) => !ok && error?.includes("interrupted"))).toBe(true);
  });
});

describe("the error for a bucket that rejects the file", () => {
  const errorOf = async (change: object) =>
    (await panel.post<{ error?: string }>(`${ROOT}/check`, { ...settings, ...change })).error ?? "";

  it("contains the error code of a real storage service", async () => {
    expect(await errorOf({ secretAccessKey: "Hush-hush" })).toMatch(
      /^The storage returned 403 SignatureDoesNotMatch: /,
    );
    expect(await errorOf({ accessKeyId: "AKNOBODY" })).toMatch(
      /^The storage returned 403 InvalidAccessKeyId: /,
    );
    expect(await errorOf({ bucket: "no-such-bucket" })).toMatch(/^The storage returned 404 NoSuchBucket: /);
  });

  it("gives advice about each fault, and shows no key", async () => {
    const folder = makeFolder();
    const answer = (_: unknown, response: Parameters<Parameters<typeof startHttp>[0]>[1], { url }: Seen) => {
      const [, kind = ""] = url.split("/");
      const xml = (code: string, more = "") =>
        `<Error><Code>${code}</Code>${more}<AWSAccessKeyId>AKSPOKEN</AWSAccessKeyId></Error>`;
      if (kind === "denied-bucket") response.writeHead(403).end(xml("AccessDenied"));
      else if (kind === "moved-bucket")
        response
          .writeHead(301, { "x-amz-bucket-region": "eu-west-1", Location: "http://127.0.0.1:1/" })
          .end(xml("PermanentRedirect"));
      else if (kind === "malformed-bucket")
        response.writeHead(400).end(xml("AuthorizationHeaderMalformed", "<Region>ap-south-1</Region>"));
      else if (kind === "skewed-bucket") {
        const Date_ = new Date(Date.now() - 3_600_000).toUTCString();
        response.writeHead(403, { Date: Date_ }).end(xml("RequestTimeTooSkewed"));
      } else if (kind === "broken-bucket") response.writeHead(500).end(xml("InternalError"));
      else if (kind === "echo-bucket") response.writeHead(403).end(xml("AKSPOKEN"));
      else if (kind === "endless-bucket") response.writeHead(500).end("x".repeat(5_000_000));
      else if (kind === "cut-bucket") response.destroy();
      // A slow server sends nothing at all.
    };
    const [web, tls, silent, closed] = await Promise.all([
      startHttp(answer),
      startHttp(answer, makeCertificate(folder, { name: "own", names: "DNS:localhost" })),
      startSilent(),
      freePort(),
    ]);
    const keys = { accessKeyId: "AKSPOKEN", secretAccessKey: "Hush-hush", region: "us-east-1" };
    const at = (bucket: string, endpoint = web.origin) => errorOf({ ...keys, bucket, endpoint });
    const cases: Record<string, [Promise<string>, RegExp]> = {
      denied: [at("denied-bucket"), /^The storage returned 403 AccessDenied: .*s3:PutObject/],
      moved: [at("moved-bucket"), /^The storage returned 301 PermanentRedirect: .*the region eu-west-1:/],
      malformed: [at("malformed-bucket"), /400 AuthorizationHeaderMalformed: .*the region ap-south-1:/],
      skewed: [
        at("skewed-bucket"),
        /403 RequestTimeTooSkewed: the clocks differ by 60 minutes .*: correct the wrong one/,
      ],
      broken: [at("broken-bucket"), /^The storage returned 500 InternalError: .*will be retried\.$/],
      echo: [at("echo-bucket"), /^The storage returned 403: /],
      endless: [at("endless-bucket"), /^The storage returned 500: /],
      cut: [at("cut-bucket"), /broke|closed|is unreachable/],
      silent: [at("slow-bucket", `http://127.0.0.1:${silent.port}`), /didn't respond within 10 seconds/],
      refused: [at("any-bucket", `http://127.0.0.1:${closed}`), /is unreachable: .*refused the connection/],
      untrusted: [at("any-bucket", tls.origin), /is unreachable: .*certificate .*self-signed/],
      unknown: [at("any-bucket", "http://no.such.name.invalid"), /is unreachable: .*can't be found|refused/],
    };
    for (const [name, [sentence, pattern]] of Object.entries(cases)) {
      expect([name, await sentence]).toEqual([name, expect.stringMatching(pattern)]);
      expect(await sentence).not.toMatch(/AKSPOKEN|Silence/);
    }
    await Promise.all([web.stop(), tls.stop(), silent.stop()]);
    removeFolder(folder);
  });
});

async function startSilent(): Promise<Pick<HttpPeer, "port" | "stop">> {
  const server: Server = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server has a port.");
  return {
    port: address.port,
    stop: async () => void server.close(),
  };
}
