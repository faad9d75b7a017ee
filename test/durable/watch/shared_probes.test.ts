import { createExecutionContext, env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Prober } from "../../../durable/prober.ts";
import { SharedProbes } from "../../../durable/watch/shared_probes.ts";
import type { Env } from "../../../src/env.ts";
import type { CheckRequest } from "../../../src/objects/prober.ts";

const bindings = env as unknown as Env;

afterEach(() => {
  vi.restoreAllMocks();
});

function start() {
  const invocations: string[][] = [];
  const hostsOf = (requests: readonly CheckRequest[]) =>
    requests.map(({ config }) => new URL(String(config["url"])).hostname);
  class Counted extends Prober {
    override async check(request: CheckRequest) {
      invocations.push(hostsOf([request]));
      return await super.check(request);
    }
    override async checkTogether(requests: readonly CheckRequest[]) {
      invocations.push(hostsOf(requests));
      const alone = new Prober(createExecutionContext(), bindings);
      return await alone.checkTogether(requests);
    }
  }
  const shared = new SharedProbes(() => new Counted(createExecutionContext(), bindings));
  const probe = async (host: string, { type = "https", ...config }: Record<string, unknown> = {}) =>
    await shared.probe({
      type: String(type),
      config: { url: `http://${host}/`, ...config },
      timeoutMs: 5000,
    });
  return { probe, shared, invocations };
}

function answerWith(answer: (host: string) => Promise<Response>) {
  return vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (input) => await answer(new URL(String(input)).hostname));
}

describe("checks that start together", () => {
  it("share an invocation, five at most, with a result for each", async () => {
    answerWith(async (host) => new Response(null, { status: host === "c" ? 503 : 200 }));
    const { probe, invocations } = start();
    const answers = await Promise.all(["a", "b", "c", "d", "e", "f"].map((host) => probe(host)));
    expect(answers.map(({ status }) => status)).toEqual(["up", "up", "down", "up", "up", "up"]);
    expect(answers[2]?.message).toBe("Expected status 200, got 503.");
    expect(invocations).toEqual([["a", "b", "c", "d", "e"], ["f"]]);
  });

  it("don't wait for one that hangs, which finishes later", async () => {
    const hanging = Promise.withResolvers<Response>();
    answerWith(async (host) => (host === "slow" ? await hanging.promise : new Response()));
    const { probe } = start();
    const [slow, ...others] = ["slow", "a", "b"].map((host) => probe(host));
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual(["up", "up"]);
    hanging.resolve(new Response(null, { status: 500 }));
    expect(await slow).toMatchObject({ status: "down", message: "Expected status 200, got 500." });
  });

  it("exclude those that read a body, sign in elsewhere or don't use HTTP", async () => {
    answerWith(async () => new Response("hello"));
    const { probe, invocations } = start();
    const alone = [
      { keyword: "hello" },
      { assertions: [{ source: "header", name: "x", operator: "not_exists", value: "" }] },
      { auth: { type: "cas", cas: { casServerUrl: "http://cas", username: "u", password: "p" } } },
      { type: "ping" },
    ];
    await Promise.all([probe("a"), probe("b"), ...alone.map((config, at) => probe(`alone${at}`, config))]);
    expect(invocations.filter(({ length }) => length > 1)).toEqual([["a", "b"]]);
    expect(invocations).toHaveLength(1 + alone.length);
  });

  it("exclude those that read a certificate", async () => {
    answerWith(async () => new Response());
    const { shared, invocations } = start();
    const check = (url: string, certExpiry: object) =>
      shared.probe({
        type: "https",
        config: { url, certExpiry },
        timeoutMs: 5000,
        shouldReadCertificate: true,
      });
    await Promise.all([
      check("http://a", {}),
      check("https://b", { enabled: false }),
      check("http://c", { enabled: true }),
    ]);
    expect(invocations).toEqual([["a", "b", "c"]]);
    const before = invocations.length;
    await Promise.all([check("https://d", { enabled: true }), check("http://e", {})]);
    expect(invocations.slice(before).toSorted()).toEqual([["d"], ["e"]]);
  });

  it("fail with their invocation, except those already finished", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const up = { status: "up" as const, responseMs: 1, message: "", steps: [], isOwnFault: false };
    const prober = {
      check: async () => up,
      checkTogether: async () => ({ answers: [{ at: 0, answer: up }], more: async () => await promise }),
      open: async () => [],
    };
    const shared = new SharedProbes(() => prober);
    const request = { type: "https", config: { url: "http://a" }, timeoutMs: 5000 };
    const [first, second] = [shared.probe(request), shared.probe(request)];
    expect(await first).toEqual(up);
    reject(new Error("The Worker exceeded its limits."));
    await expect(second).rejects.toThrow("exceeded its limits");
  });
});
