import { describe, expect, it } from "vitest";
import { type Boarded, countFailing, makeBoard } from "../../../src/domain/monitor/board.ts";

let last = 0;
const monitor = (status: Boarded["status"], more: Partial<Boarded> = {}): Boarded => {
  last++;
  const name = `m${last}`;
  return {
    id: last,
    name,
    status,
    statusSince: last,
    message: "",
    alertsNobody: false,
    createdAt: -1e6,
    ...more,
  };
};

describe("the board", () => {
  it("counts each status, and lists failing monitors with the worst first", () => {
    const own = [monitor("degraded"), monitor("up"), monitor("paused"), monitor("down"), monitor("affected")];
    const { counts, failing } = makeBoard(own);
    expect(counts).toEqual({ down: 1, degraded: 1, affected: 1, pending: 0, up: 1, paused: 1 });
    expect(countFailing(counts)).toBe(3);
    expect(failing.map(({ status }) => status)).toEqual(["down", "degraded", "affected"]);
    expect(Object.keys(failing[0] ?? {})).toEqual(["id", "name", "status", "statusSince", "message"]);
  });

  it("lists monitors with the same status by the newest change", () => {
    const own = [9, 5, 7].map((statusSince) => monitor("down", { statusSince }));
    expect(makeBoard(own).failing.map(({ statusSince }) => statusSince)).toEqual([9, 7, 5]);
  });

  it("lists a few, and counts all", () => {
    const { counts, failing, changes, silent } = makeBoard(
      Array.from({ length: 20 }, () => monitor("down", { alertsNobody: true })),
    );
    expect([counts.down, failing.length, changes.length]).toEqual([20, 8, 8]);
    expect([silent.total, silent.monitors.length]).toEqual([20, 5]);
  });

  it("lists the newest changes first, without monitors never checked", () => {
    const own = [
      monitor("up", { statusSince: 5 }),
      monitor("pending", { statusSince: null }),
      monitor("down", { statusSince: 9 }),
    ];
    expect(makeBoard(own).changes.map(({ statusSince }) => statusSince)).toEqual([9, 5]);
  });

  it("ignores the first status of a new monitor that is up, but not of one that fails or recovers later", () => {
    const own = [
      monitor("up", { name: "new", createdAt: 0, statusSince: 900 }),
      monitor("down", { name: "broken", createdAt: 0, statusSince: 900 }),
      monitor("up", { name: "recovered", createdAt: 0, statusSince: 70_000 }),
    ];
    expect(makeBoard(own).changes.map(({ name }) => name)).toEqual(["recovered", "broken"]);
  });
});
