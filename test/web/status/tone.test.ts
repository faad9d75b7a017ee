import { describe, expect, it } from "vitest";
import { countProblems, guessOverall, type Tone, toneOfGroup, wordOfTone } from "../../../web/status/tone.ts";

const group = (...tones: Tone[]) => toneOfGroup(tones);

describe("the tone of a group", () => {
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

  it("is null without monitors", () => {
    expect(group()).toBeNull();
  });
});

describe("the overall status before the server responds", () => {
  it.each([
    [["up", "down"], 0, "partial_outage"],
    [["down", "down", "paused"], 0, "major_outage"],
    [["up", "affected"], 0, "degraded"],
    [["up", "maintenance"], 0, "under_maintenance"],
    [["up", "pending"], 0, "pending"],
    [["up", "up"], 0, "operational"],
    [["up", "up"], 1, "degraded"],
    [["up", "maintenance"], 1, "degraded"],
  ] as const)("%j with %i incidents is %s", (tones, incidents, overall) => {
    expect(guessOverall(tones, { before: "operational", incidents })).toBe(overall);
  });

  it("keeps the server's status while an incident is open", () => {
    expect(guessOverall(["up"], { before: "major_outage", incidents: 1 })).toBe("major_outage");
    expect(guessOverall(["maintenance"], { before: "under_maintenance", incidents: 1 })).toBe("degraded");
  });

  it("keeps the server's status when the page has no monitors", () => {
    expect(guessOverall([], { before: "operational", incidents: 0 })).toBe("operational");
    expect(guessOverall([], { before: "major_outage", incidents: 1 })).toBe("major_outage");
  });

  it("counts failing monitors, and at least the number of incidents", () => {
    expect(countProblems(["down", "up", "affected", "paused"], 1)).toBe(2);
    expect(countProblems(["up"], 3)).toBe(3);
  });
});

describe("the word for a tone", () => {
  it('is unknown, and not "not checked yet", for monitors checked before but no longer reported', () => {
    expect(wordOfTone("pending", [{ checkedAt: null }])).toBe("status.pending");
    expect(wordOfTone("pending", [{ checkedAt: null }, { checkedAt: "2026-01-01T00:00:00.000Z" }])).toBe(
      "status.unknown",
    );
    expect(wordOfTone("up", [{ checkedAt: "2026-01-01T00:00:00.000Z" }])).toBe("status.up");
  });
});
