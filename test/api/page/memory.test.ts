import { describe, expect, it } from "vitest";
import type { PageSnapshot } from "../../../src/domain/page/view.ts";
import { cachedFor } from "../../../src/service/record/page_memory.ts";

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
});
