import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Env } from "../../../src/env.ts";
import { randomBytes, toBase64 } from "../../../src/lib/bytes.ts";
import type { SystemHealth } from "../../../src/schema/system_health.ts";
import { rewriteSecrets } from "../../../src/service/record/secret_rotation.ts";
import worker from "../../../src/worker.ts";
import { ADMIN, bindings, ORIGIN, setUp } from "../client.ts";

const OTHER = toBase64(randomBytes(32));
const SENTENCE = "SECRET_KEY doesn't match the key the stored secrets are encrypted with";
const wrong: Env = { ...bindings, SECRET_KEY: OTHER };

beforeAll(async () => {
  await setUp();
  expect((await ask({ ...bindings }, "/ready")).status).toBe(200);
});

async function ask(env: Env, path: string, { body, cookie = "" }: { body?: object; cookie?: string } = {}) {
  const request = new Request(ORIGIN + path, {
    method: body ? "POST" : "GET",
    headers: { Origin: ORIGIN, "Content-Type": "application/json", Cookie: cookie },
    body: body ? JSON.stringify(body) : null,
  });
  return await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, createExecutionContext());
}

async function signIn(env: Env): Promise<string> {
  const response = await ask(env, "/api/v1/auth/login", { body: ADMIN });
  return response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

describe("a Worker with a different SECRET_KEY", () => {
  it("isn't ready, and names the setting in /ready and in system health", async () => {
    const ready = await ask(wrong, "/ready");
    const { problems } = (await ready.json()) as { problems: string[] };
    expect([ready.status, problems]).toEqual([
      503,
      [expect.stringMatching(`^${SENTENCE}.*wrangler secret put`)],
    ]);
    const health = await ask(wrong, "/api/v1/admin/system-health", { cookie: await signIn(wrong) });
    const { parts } = (await health.json()) as SystemHealth;
    expect(parts.find(({ id }) => id === "database")).toMatchObject({
      state: "failing",
      summary: expect.stringContaining(SENTENCE),
    });
  });

  it("names the state's file and no missing PUBLIC_URL in /ready under npm start", async () => {
    const env = { ...wrong, PUBLIC_URL: "", RUNS_LOCALLY: "true" };
    const local = await worker.fetch(
      new Request("http://localhost/ready") as Parameters<typeof worker.fetch>[0],
      env,
      createExecutionContext(),
    );
    expect(await local.json()).toMatchObject({
      problems: [expect.stringMatching(`^${SENTENCE}: restore this state's secret_key file in STATE_DIR`)],
    });
  });

  it("stores nothing", async () => {
    const cookie = await signIn(wrong);
    const auth = { type: "bearer", bearer: { token: "of the monitor" } };
    const site = { name: "Site", type: "https", config: { url: "https://x.example/", auth } };
    for (const body of [site, { name: "Beat", type: "webhook", config: {} }]) {
      const reply = await ask(wrong, "/api/v1/admin/monitors", { body, cookie });
      expect([reply.status, await reply.text()]).toEqual([503, expect.stringContaining(SENTENCE)]);
    }
    expect(await bindings.DB.prepare("SELECT count(*) AS n FROM monitors").first("n")).toBe(0);
  });

  it("works with the new key before the old one, and with the new key alone after re-encryption", async () => {
    const both: Env = { ...bindings, SECRET_KEY: `${OTHER},${bindings.SECRET_KEY}` };
    expect((await ask(both, "/ready")).status).toBe(200);
    expect((await ask({ ...wrong }, "/ready")).status).toBe(503);
    for (let runs = 0; runs < 3; runs++) await rewriteSecrets(both, Date.now());
    expect((await ask({ ...wrong }, "/ready")).status).toBe(200);
    expect((await ask({ ...bindings }, "/ready")).status).toBe(503);
  });
});
