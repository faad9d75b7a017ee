import { describe, expect, it } from "vitest";
import type { CheckNotice } from "../../../src/domain/page/live_message.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { makeLatestChecks } from "../../../web/admin/live/latest_checks.ts";

const PENDING = {
  id: 1,
  name: "Mill",
  currentStatus: "pending",
  confirmedStatus: "pending",
  statusSince: null,
  lastCheckedAt: null,
  responseMs: null,
  message: "",
} as unknown as Monitor;

const UP: CheckNotice = {
  monitorId: 1,
  status: "up",
  confirmedStatus: "up",
  message: "",
  responseMs: 7,
  checkedAt: 1000,
} as CheckNotice;

describe("makeLatestChecks", () => {
  it("applies checks streamed after the request to the response", () => {
    const latest = makeLatestChecks();
    const askedAt = latest.moment();
    latest.record([UP]);
    const renewed = latest.applyTo({ ...PENDING, name: "Old mill" }, askedAt);
    expect(renewed).toMatchObject({
      name: "Old mill",
      currentStatus: "up",
      statusSince: 1000,
      lastCheckedAt: 1000,
    });
  });

  it("leaves a response unchanged if it is newer or was requested later", () => {
    const latest = makeLatestChecks();
    const askedAt = latest.moment();
    latest.record([UP]);
    const newer = { ...PENDING, currentStatus: "down" as const, lastCheckedAt: 2000 };
    expect(latest.applyTo(newer, askedAt)).toBe(newer);
    expect(latest.applyTo(PENDING, latest.moment())).toBe(PENDING);
    latest.forget((id) => id === 1);
    expect(latest.applyTo(PENDING, askedAt)).toBe(PENDING);
  });
});
