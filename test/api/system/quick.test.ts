import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { app } from "../../../src/app.ts";
import type { Env } from "../../../src/env.ts";
import worker from "../../../src/worker.ts";

const ask = async (url: string, init?: RequestInit) =>
  await worker.fetch(new Request(url, init) as never, env as Env, createExecutionContext());

function headersOf({ headers }: Response) {
  return [...headers].filter(([name]) => name !== "x-request-id").sort();
}

describe("/health before the router", () => {
  it.each(["http", "https"])("over %s returns the same response as its endpoint", async (protocol) => {
    const url = `${protocol}://uptide.test/health`;
    const quick = await ask(url);
    const whole = await app.fetch(new Request(url), env as Env, createExecutionContext());
    expect([quick.status, await quick.text(), headersOf(quick)]).toEqual([
      whole.status,
      await whole.text(),
      headersOf(whole),
    ]);
  });

  it("is served only at that exact path", async () => {
    const statuses = await Promise.all(
      ["/health/", "/health?now", "/healthy", "/Health"].map(async (path) => {
        const answer = await ask(`http://uptide.test${path}`);
        return [path, answer.status];
      }),
    );
    expect(statuses).toEqual([
      ["/health/", 404],
      ["/health?now", 200],
      ["/healthy", 404],
      ["/Health", 404],
    ]);
    expect((await ask("http://uptide.test/health", { method: "POST" })).status).toBe(405);
  });

  it("has a new request id each time, as do other paths", async () => {
    const ids = [];
    for (const path of ["/health", "/health", "/", "/"])
      ids.push((await ask(`http://uptide.test${path}`)).headers.get("X-Request-Id") ?? "");
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
