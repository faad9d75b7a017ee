import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Env } from "../../../src/env.ts";

const { GATE } = env as unknown as Env;
const LIMIT = { name: "sign-in", max: 3, windowMs: 900_000 };
const MINUTE = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

function at(minutes: number, from: number): void {
  vi.useFakeTimers({ now: from + minutes * MINUTE, toFake: ["Date"] });
}

describe("a gate", () => {
  it("allows no more than its limit in any window, and returns when to retry", async () => {
    const start = Date.now();
    const gate = GATE.getByName("sliding");
    for (const minutes of [0, 10, 14]) {
      at(minutes, start);
      expect(await gate.take(LIMIT)).toEqual({ ok: true });
    }
    at(14, start);
    expect(await gate.take(LIMIT)).toEqual({ ok: false, retryAfterSecs: 60, isFirstRefusal: true });
    expect(await gate.take(LIMIT)).toEqual({ ok: false, retryAfterSecs: 60, isFirstRefusal: false });
    at(15, start);
    expect(await gate.take(LIMIT)).toEqual({ ok: true });
    expect(await gate.take(LIMIT)).toEqual({ ok: false, retryAfterSecs: 600, isFirstRefusal: false });
  });

  it("forgets counts in the future after the clock was set back", async () => {
    const start = Date.now();
    const gate = GATE.getByName("set-back");
    at(60, start);
    for (let i = 0; i < 3; i++) await gate.take(LIMIT);
    expect(await gate.take(LIMIT)).toMatchObject({ ok: false, isFirstRefusal: true });
    at(0, start);
    for (let i = 0; i < 3; i++) expect(await gate.take(LIMIT)).toEqual({ ok: true });
    expect(await gate.take(LIMIT)).toEqual({ ok: false, retryAfterSecs: 900, isFirstRefusal: true });
  });

  it("counts each limit separately", async () => {
    const gate = GATE.getByName("apart");
    for (let i = 0; i < 3; i++) await gate.take(LIMIT);
    expect((await gate.take(LIMIT)).ok).toBe(false);
    expect((await gate.take({ ...LIMIT, name: "other" })).ok).toBe(true);
  });

  it("keeps its counts across an eviction", async () => {
    const gate = GATE.getByName("evicted");
    for (let i = 0; i < 3; i++) await gate.take(LIMIT);
    await runInDurableObject(gate, (_instance, state) => state.abort("evicted")).catch(() => {});
    expect((await GATE.getByName("evicted").take(LIMIT)).ok).toBe(false);
  });

  it("never exceeds its limit under concurrent requests", async () => {
    const gate = GATE.getByName("race");
    const passes = await Promise.all(Array.from({ length: 20 }, () => gate.take(LIMIT)));
    expect(passes.filter((pass) => pass.ok)).toHaveLength(3);
  });

  it("deletes its counts once their windows have passed", async () => {
    const start = Date.now();
    const gate = GATE.getByName("swept");
    await gate.take(LIMIT);
    at(10, start);
    await gate.take(LIMIT);
    at(15, start);
    await runDurableObjectAlarm(gate);
    const size = () => runInDurableObject(gate, (_instance, state) => [...state.storage.kv.list()].length);
    expect(await size()).toBe(1);
    at(25, start);
    await runDurableObjectAlarm(gate);
    expect(await size()).toBe(0);
  });
});
