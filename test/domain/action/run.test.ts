import { describe, expect, it } from "vitest";
import { placeholderValuesOfRun, type RunFacts } from "../../../src/domain/action/run.ts";

const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const TEXT = { id: "run_1_2", actionName: "Restart", site: { name: "Status", url: "https://s.example" } };

function facts(more: Partial<RunFacts> = {}): RunFacts {
  return {
    kind: "alert",
    at: AT,
    checkedAt: AT - 60_000,
    status: "down",
    previousStatus: "up",
    error: "HTTP 503",
    downSince: AT - 600_000,
    monitor: {
      id: 7,
      key: "shop",
      name: "Shop",
      type: "https",
      status: "down",
      error: "HTTP 503",
      url: "https://x.example/",
    },
    ...more,
  };
}

describe("placeholderValuesOfRun", () => {
  it("has the placeholders of channels and the extra ones of actions", () => {
    expect(placeholderValuesOfRun(facts(), TEXT)).toMatchObject({
      monitor_name: "Shop",
      monitor_list: "Shop",
      affected_count: "1",
      monitor_id: "7",
      monitor_key: "shop",
      monitor_type: "https",
      status: "down",
      previous_status: "up",
      error_message: "HTTP 503",
      event_type: "alert",
      event_id: "run_1_2",
      duration: "10 min",
      url: "https://x.example/",
      checked_at: "2026-01-02T03:03:05.000Z",
      down_since: "2026-01-02T02:54:05.000Z",
      action_name: "Restart",
    });
  });

  it("is empty for a manual run without a monitor", () => {
    const none = facts({ kind: "manual", status: "up", error: "", downSince: null, monitor: null });
    expect(placeholderValuesOfRun(none, TEXT)).toMatchObject({
      monitor_name: "",
      monitor_id: "",
      affected_count: "0",
      error_message: "",
      event_type: "manual",
      down_since: "",
      duration: "",
    });
  });
});
