import { describe, expect, it } from "vitest";
import type { PageSnapshot } from "../../../src/domain/page/view.ts";
import { cached, cachedFor, forgetPage } from "../../../src/service/record/page_memory.ts";

const makeSnapshot = () => ({}) as PageSnapshot;

describe("the page cache", () => {
  it("creates a response once per page, kind and key", async () => {
    let made = 0;
    const make = () => ++made;
    const snapshot = makeSnapshot();
    const ask = (page: PageSnapshot, kind: "html" | "json", key: string) =>
      cachedFor(page, { kind, key, make });
    expect(await ask(snapshot, "html", "en")).toBe(1);
    expect(await ask(snapshot, "html", "en")).toBe(1);
    expect(await ask(snapshot, "html", "pl")).toBe(2);
    expect(await ask(snapshot, "json", "en")).toBe(3);
    expect(await ask(makeSnapshot(), "html", "en")).toBe(4);
  });

  it("limits the number of variants", async () => {
    const snapshot = makeSnapshot();
    let made = 0;
    const ask = (key: string) => cachedFor(snapshot, { kind: "sign-in", key, make: () => ++made });
    for (let i = 0; i < 51; i++) await ask(`/incidents/${i}`);
    await ask("/incidents/50");
    expect(made).toBe(51);
    await ask("/incidents/0");
    expect(made).toBe(52);
  });

  it("tries again after a failure", async () => {
    const snapshot = makeSnapshot();
    const ask = (make: () => string) => cachedFor(snapshot, { kind: "html", key: "en", make });
    const failure = ask(() => {
      throw new Error("not this time");
    });
    await expect(failure).rejects.toThrow("not this time");
    expect(await ask(() => "made")).toBe("made");
  });

  it("loads once for visitors that arrive together, and again after a change or a failure", async () => {
    let loads = 0;
    const gates: PromiseWithResolvers<string>[] = [];
    const load = async () => {
      loads++;
      const gate = Promise.withResolvers<string>();
      gates.push(gate);
      return await gate.promise;
    };
    const ask = () => cached("together", { now: Date.now(), waitUntil: () => {}, load });
    const first = [ask(), ask(), ask()];
    expect(loads).toBe(1);
    forgetPage();
    const second = [ask(), ask()];
    expect(loads).toBe(2);
    gates[0]?.resolve("before");
    gates[1]?.reject(new Error("not this time"));
    expect(await Promise.all(first)).toEqual(["before", "before", "before"]);
    const outcomes = await Promise.allSettled(second);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const third = ask();
    expect(loads).toBe(3);
    gates[2]?.resolve("after");
    expect(await third).toBe("after");
    expect(await ask()).toBe("after");
    expect(loads).toBe(3);
  });
});
