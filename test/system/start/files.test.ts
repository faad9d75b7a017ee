import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Runtime, serve } from "../../../scripts/serve.ts";
import { freePort, ROOT } from "./product.ts";

const stateDir = mkdtempSync(join(tmpdir(), "uptide-files-"));
const [script = ""] = readdirSync(join(ROOT, "dist/web/assets")).filter((name) => name.startsWith("admin-"));
let runtime: Runtime;
let port = 0;

beforeAll(async () => {
  port = await freePort();
  runtime = await serve({ port, stateDir, variables: { LOG_LEVEL: "error" } });
});

afterAll(async () => {
  await runtime?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

/** Uses the raw socket, because fetch unpacks bodies and normalizes paths. */
async function ask(path: string, { method = "GET", headers = {} as Record<string, string> } = {}) {
  return await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get({ host: "127.0.0.1", port, path, method, headers }, async (response) => {
        const body = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      }).on("error", reject);
    },
  );
}

describe("the files of a local run", () => {
  it("are cached forever, compressed for clients that accept it, and answered with 304 when unchanged", async () => {
    const whole = await ask(`/assets/${script}`);
    expect(whole.status).toBe(200);
    expect(whole.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-type": script.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8",
    });
    const packed = await ask(`/assets/${script}`, { headers: { "Accept-Encoding": "gzip" } });
    expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(gunzipSync(packed.body).equals(whole.body)).toBe(true);
    const etag = String(whole.headers["etag"]);
    const again = await ask(`/assets/${script}`, { headers: { "If-None-Match": etag } });
    expect([again.status, again.body.length, again.headers["etag"]]).toEqual([304, 0, etag]);
    const head = await ask(`/assets/${script}`, { method: "HEAD" });
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  it("include no path outside the build", async () => {
    const paths = [
      "/assets/../_headers",
      "/assets/../../worker/worker.js",
      "/assets/%2e%2e/_headers",
      "/assets/..%2f_headers",
      "/assets/",
      "/assets",
      "/_headers",
      "/assets/nothing.js",
    ];
    const found = [];
    for (const path of paths) found.push((await ask(path)).status);
    expect(found).toEqual(paths.map(() => 404));
  });

  it("include the panel at every address below /admin", async () => {
    for (const path of ["/admin", "/admin/monitors/1"]) {
      const { status, headers, body } = await ask(path);
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
        200,
        "text/html; charset=utf-8",
        "no-cache",
      ]);
      expect(body.toString()).toContain("</html>");
    }
  });

  it("don't include the runtime's configuration", async () => {
    await expect(runtime.runCron(new Date())).resolves.toBeUndefined();
    const config = await ask("/workerd.capnp");
    expect(config.status).toBe(404);
  });
});
