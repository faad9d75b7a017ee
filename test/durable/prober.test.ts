import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Prober } from "../../durable/prober.ts";
import { type Env, secretBoxOf } from "../../src/env.ts";

const bindings = env as unknown as Env;
const prober = () => new Prober(createExecutionContext(), bindings);

afterEach(() => {
  vi.restoreAllMocks();
});

function answerWith(answer: () => Promise<Response>) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(answer);
}

const seal = async (plain: string, path: string) =>
  await (await secretBoxOf(bindings)).seal(plain, `monitor/shop/${path}`);

describe("Prober", () => {
  it("runs a check", async () => {
    const fetched = answerWith(async () => new Response("hello"));
    const config = { url: "https://shop.test/", keyword: "hello" };
    const answer = await prober().check({ type: "https", config, timeoutMs: 1000 });
    expect(answer).toMatchObject({ status: "up", isOwnFault: false });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe("https://shop.test/");
    expect(init).toMatchObject({ redirect: "manual", cache: "no-store" });
  });

  it("decrypts the secrets of a saved monitor", async () => {
    const fetched = answerWith(async () => new Response());
    const config = {
      url: "https://shop.test/",
      headers: { "X-Api-Key": await seal("k", "headers/X-Api-Key"), Accept: "text/plain" },
      auth: { type: "basic", basic: { username: "u", password: await seal("p", "auth/basic/password") } },
    };
    expect(await prober().check({ type: "https", key: "shop", config, timeoutMs: 1000 })).toMatchObject({
      status: "up",
    });
    const headers = fetched.mock.calls[0]?.[1]?.headers as Headers;
    expect(Object.fromEntries(headers)).toMatchObject({
      authorization: `Basic ${btoa("u:p")}`,
      "x-api-key": "k",
      accept: "text/plain",
    });
  });

  it("sends nothing when a secret can't be decrypted", async () => {
    const fetched = answerWith(async () => new Response());
    const config = {
      url: "https://shop.test/",
      headers: { Cookie: await seal("c", "headers/Authorization") },
    };
    const answer = await prober().check({ type: "https", key: "shop", config, timeoutMs: 1000 });
    expect(answer).toMatchObject({ isOwnFault: true });
    expect(answer.message).toContain("SECRET_KEY doesn't decrypt a stored secret");
    expect(fetched).not.toHaveBeenCalled();
  });

  it("times out when fetch ignores its abort signal", async () => {
    answerWith(() => new Promise(() => undefined));
    const config = { url: "https://192.0.2.1/" };
    const answer = await prober().check({ type: "https", config, timeoutMs: 100 });
    expect(answer).toMatchObject({ status: "down", isOwnFault: false });
    expect(answer.message).toMatch(/within 100 ms\.$/);
  });

  it("returns a result that can be cloned", async () => {
    answerWith(async () => new Response("error code: 1016", { status: 530 }));
    const answer = await prober().check({
      type: "https",
      config: { url: "https://a.test" },
      timeoutMs: 1000,
    });
    expect(structuredClone(answer)).toEqual(answer);
  });
});
