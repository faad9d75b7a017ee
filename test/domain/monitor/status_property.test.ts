import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeUptime } from "../../../src/domain/uptime/uptime.ts";
import { INTERVAL_SECS, Life } from "./play.ts";

const threshold = fc.integer({ min: 1, max: 4 });
const rule = fc.record({ failureThreshold: threshold, recoveryThreshold: threshold });

function scripts(...signs: string[]): fc.Arbitrary<string> {
  // Runs make streaks as long as the thresholds.
  const run = fc.tuple(fc.constantFrom(...signs), fc.integer({ min: 1, max: 5 }));
  return fc.array(run, { maxLength: 25 }).map((runs) => runs.map(([sign, n]) => sign.repeat(n)).join(""));
}

const CHECKS = [".", "g", "x"];
const runs = { numRuns: 1000 };

function endsWith(text: string, n: number, signs: string): boolean {
  return text.length >= n && [...text.slice(-n)].every((sign) => signs.includes(sign));
}

describe("any script without pause and maintenance", () => {
  const script = scripts(...CHECKS, "a", "b");

  it("alerts once for each confirmed change, after enough failing checks in a row", () => {
    fc.assert(
      fc.property(script, rule, (text, thresholds) => {
        const life = new Life(thresholds);
        let played = "";
        let confirmed = "up";
        for (const sign of text) {
          const before = life.events.length;
          life.play(sign);
          played += sign;
          const made = life.events.slice(before).map(({ kind, status }) => `${kind} ${status}`);
          const severity = sign === "x" ? "down" : "degraded";
          let expected: string[] = [];
          if (confirmed === "up" && endsWith(played, thresholds.failureThreshold, "gx")) {
            expected = [`alert ${severity}`];
            confirmed = severity;
          } else if (confirmed === "degraded" && sign === "x") {
            expected = ["alert down"];
            confirmed = "down";
          } else if (confirmed === "down" && sign === "g") {
            confirmed = "degraded";
          } else if (confirmed !== "up" && endsWith(played, thresholds.recoveryThreshold, ".")) {
            expected = ["recovery up"];
            confirmed = "up";
          }
          expect(made).toEqual(expected);
        }
      }),
      runs,
    );
  });

  it("recovers only from an alert, and alerts again only when it gets worse", () => {
    fc.assert(
      fc.property(script, rule, (text, thresholds) => {
        let open: string | null = null;
        for (const { kind, status, previousStatus } of new Life(thresholds).play(text).events) {
          if (kind === "recovery") expect(open).not.toBeNull();
          else if (open !== null) expect([previousStatus, status]).toEqual(["degraded", "down"]);
          open = kind === "recovery" ? null : status;
        }
      }),
      runs,
    );
  });
});

describe("any script", () => {
  const script = scripts(...CHECKS, ...CHECKS, "a", "b", "_", "(", ")", "P_");

  it("alerts for a failure while it is checked and failing, and reports its end", () => {
    fc.assert(
      fc.property(script, rule, (text, thresholds) => {
        const life = new Life(thresholds);
        let alerted: string | null = null;
        for (const sign of text) {
          const before = life.events.length;
          life.play(sign);
          for (const { kind, status, isSuppressed } of life.events.slice(before)) {
            expect(isSuppressed).toBe(life.isUnderMaintenance);
            if (isSuppressed) continue;
            if (kind === "recovery") expect(alerted).not.toBeNull();
            alerted = kind === "recovery" ? null : status;
          }
          if (life.isUnderMaintenance || !".gx".includes(sign)) continue;
          const { confirmed } = life.state;
          if (confirmed === "up") expect(alerted).toBeNull();
          else if (confirmed === "down" && sign === "x") expect(alerted).toBe("down");
          else if (confirmed !== "pending" && sign !== ".") expect(alerted).not.toBeNull();
        }
      }),
      runs,
    );
  });

  it("gives every event its own id, and keeps state and rows when they are stored", () => {
    fc.assert(
      fc.property(script, rule, (text, thresholds) => {
        const life = new Life(thresholds);
        const stored = new Life(thresholds);
        for (const sign of text) {
          life.play(sign);
          stored.state = JSON.parse(JSON.stringify(stored.state));
          stored.play(sign);
        }
        expect(stored.events).toEqual(life.events);
        expect(stored.history()).toEqual(life.history());
        expect(new Set(life.events.map(({ id }) => id)).size).toBe(life.events.length);
      }),
      runs,
    );
  });

  it("keeps rows ordered and without overlap, with only the last open and matching the state", () => {
    fc.assert(
      fc.property(script, rule, (text, thresholds) => {
        const life = new Life(thresholds).play(text);
        const rows = life.rows.list();
        rows.forEach((row, i) => {
          const next = rows[i + 1];
          if (next) expect(row.to).not.toBeNull();
          if (row.to !== null) expect(row.to).toBeGreaterThan(row.from);
          if (next) expect(next.from).toBeGreaterThanOrEqual(row.to!);
          if (next && next.from === row.to) expect(next.state).not.toBe(row.state);
        });
        const open = rows.at(-1);
        expect(life.state.open).toEqual(
          open && open.to === null ? { state: open.state, from: open.from } : null,
        );
      }),
      runs,
    );
  });

  it("has nothing to store after a steady check", () => {
    fc.assert(
      fc.property(scripts(...CHECKS, "a", "_", "P_"), rule, (text, thresholds) => {
        const life = new Life(thresholds).play(text).play("....");
        life.play(".");
        expect(life.last).toMatchObject({ hasChanged: false, events: [], history: [], timers: [] });
      }),
      runs,
    );
  });
});

type Label = "up" | "degraded" | "down" | "affected" | null;

/**
 * Computes each slot's state in hindsight: a check sets its slot, and a failure sets its whole streak once confirmed.
 */
function paint(script: string, { failureThreshold, recoveryThreshold }: Record<string, number>): Label[] {
  const slots = [...script];
  const labels: Label[] = slots.map(() => null);
  let confirmed: Label = null;
  slots.forEach((sign, i) => {
    if (sign === "_") {
      labels[i] = labels[i - 1] ?? null;
      return;
    }
    const isFailure = sign === "g" || sign === "x";
    const severity: Label = sign === "x" ? "down" : "degraded";
    // A slot without a check breaks no streak.
    const row = slots.map((_, at) => at).filter((at) => at <= i && slots[at] !== "_");
    const broken = row.findLastIndex((at) => !"gx".includes(slots[at]!));
    const streak = row.slice(broken + 1);
    const goods = row.length - 1 - row.findLastIndex((at) => slots[at] !== ".");
    const isWell = confirmed === null || confirmed === "up";
    if (isFailure && !isWell) confirmed = severity;
    else if (isFailure && streak.length >= failureThreshold!) {
      confirmed = severity;
      for (let at = streak[0]!; at < i; at += 1) labels[at] = severity;
    } else if (sign === "." && (confirmed === null || (!isWell && goods >= recoveryThreshold!)))
      confirmed = "up";
    labels[i] = (sign === "a" || sign === "b") && isWell ? "affected" : confirmed;
  });
  return labels;
}

describe("uptime of any script", () => {
  const slot = fc.constantFrom(".", ".", "g", "x", "x", "a", "_");
  // One slot without a check is two intervals: no silence yet.
  const text = fc
    .array(slot, { minLength: 1, maxLength: 60 })
    .map((list) => `.${list.join("")}.`.replace(/__+/g, "_"));
  const slotIndex = fc.integer({ min: 0, max: 60 });

  it("matches a replay of every slot, except maintenance", () => {
    fc.assert(
      fc.property(text, rule, slotIndex, slotIndex, (script, thresholds, a, b) => {
        const window = [Math.min(a, b), Math.max(a, b)] as const;
        const life = new Life(thresholds);
        [...script].forEach((sign, i) => {
          life.isUnderMaintenance = i >= window[0] && i < window[1];
          life.play(sign);
        });
        const labels = paint(script, thresholds).map((label, i) =>
          i >= window[0] && i < window[1] ? null : label,
        );
        const stated = labels.filter((label) => label !== null);
        const up = stated.filter((label) => label === "up" || label === "degraded");
        const stepMs = INTERVAL_SECS * 1000;
        const found = computeUptime(life.rows.list(), {
          from: 0,
          to: life.now,
          knownUntil: life.now,
          windows: [{ from: window[0] * stepMs, to: window[1] * stepMs }],
        });
        expect(found.uptime).toEqual(stated.length ? up.length / stated.length : null);
        for (const state of ["up", "degraded", "down", "affected"] as const) {
          const slots = labels.filter((label) => label === state);
          expect([state, found.seconds[state]]).toEqual([state, slots.length * INTERVAL_SECS]);
        }
      }),
      runs,
    );
  });
});
