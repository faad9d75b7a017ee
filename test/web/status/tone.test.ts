import { describe, expect, it } from "vitest";
import type { PublicStatus } from "../../../src/schema/public_page.ts";
import { toneOfGroup, wordOfTone } from "../../../web/status/tone.ts";

const group = (...statuses: PublicStatus[]) =>
  toneOfGroup(statuses.map((status) => ({ status, underMaintenance: false })));

describe("how a group is shown", () => {
  it.each([
    [["up", "up"], "up"],
    [["up", "down"], "partial"],
    [["down", "degraded"], "partial"],
    [["down", "down"], "down"],
    [["down", "paused"], "down"],
    [["up", "degraded"], "degraded"],
    [["up", "pending"], "pending"],
    [["paused"], "paused"],
  ] as const)("%j is %s", (statuses, tone) => {
    expect(group(...statuses)).toBe(tone);
  });

  it("without monitors is shown as nothing", () => {
    expect(group()).toBeNull();
  });
});

describe("the word for a tone", () => {
  it('is unknown, and not "not checked yet", for what was looked at and is told of no longer', () => {
    expect(wordOfTone("pending", [{ checkedAt: null }])).toBe("status.pending");
    expect(wordOfTone("pending", [{ checkedAt: null }, { checkedAt: "2026-01-01T00:00:00.000Z" }])).toBe(
      "status.unknown",
    );
    expect(wordOfTone("up", [{ checkedAt: "2026-01-01T00:00:00.000Z" }])).toBe("status.up");
  });
});
