import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CertificateWarnings,
  decideCertificateWarning,
} from "../../../src/domain/monitor/certificate.ts";

const NO_CERTIFICATE_WARNINGS: CertificateWarnings = { seen: [] };

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);

interface Step {
  day: number;
  expiresOn: number;
  warnDays?: number;
}

function replay(steps: readonly Step[]): string[] {
  const told: string[] = [];
  let state: CertificateWarnings = NO_CERTIFICATE_WARNINGS;
  for (const { day, expiresOn, warnDays = 14 } of steps) {
    const reading = { now: START + day * DAY_MS, expiresAt: START + expiresOn * DAY_MS, warnDays };
    const decision = decideCertificateWarning(state, reading);
    if (decision.event) told.push(`${day} ${decision.event.kind} ${decision.event.daysLeft}`);
    state = decision.state;
  }
  return told;
}

const daily = (from: number, to: number, step: Omit<Step, "day">): Step[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ day: from + i, ...step }));

describe("decideCertificateWarning", () => {
  it.each<{ it: string; steps: Step[]; told: string[] }>([
    { it: "sends nothing while enough days are left", steps: daily(0, 50, { expiresOn: 90 }), told: [] },
    {
      it: "warns at warnDays, 7, 3 and 1, and once on expiry",
      steps: daily(0, 40, { expiresOn: 30 }),
      told: ["16 expiring 14", "23 expiring 7", "27 expiring 3", "29 expiring 1", "31 expired -1"],
    },
    {
      it: "skips warnings above warnDays",
      steps: daily(0, 40, { expiresOn: 30, warnDays: 5 }),
      told: ["25 expiring 5", "27 expiring 3", "29 expiring 1", "31 expired -1"],
    },
    {
      it: "warns once on a day that is also in warnDays",
      steps: daily(0, 40, { expiresOn: 30, warnDays: 7 }),
      told: ["23 expiring 7", "27 expiring 3", "29 expiring 1", "31 expired -1"],
    },
    {
      it: "warns only on the last day when warnDays is 0",
      steps: daily(0, 40, { expiresOn: 30, warnDays: 0 }),
      told: ["30 expiring 0", "31 expired -1"],
    },
    {
      it: "reports missed warning days as one warning",
      steps: [
        { day: 0, expiresOn: 30 },
        { day: 28, expiresOn: 30 },
        { day: 29, expiresOn: 30 },
      ],
      told: ["28 expiring 2", "29 expiring 1"],
    },
    {
      it: "reports a certificate found already expired",
      steps: [{ day: 5, expiresOn: 0 }],
      told: ["5 expired -5"],
    },
    {
      it: "reports a renewal after a warning",
      steps: [
        { day: 20, expiresOn: 30 },
        { day: 21, expiresOn: 110 },
        { day: 22, expiresOn: 110 },
      ],
      told: ["20 expiring 10", "21 renewed 89"],
    },
    {
      it: "reports a renewal after expiry",
      steps: [
        { day: 31, expiresOn: 30 },
        { day: 32, expiresOn: 120 },
      ],
      told: ["31 expired -1", "32 renewed 88"],
    },
    {
      it: "doesn't report a renewal without an earlier warning",
      steps: [
        { day: 0, expiresOn: 30 },
        { day: 1, expiresOn: 91 },
      ],
      told: [],
    },
    {
      it: "doesn't report a second renewal without a warning in between",
      steps: [
        { day: 20, expiresOn: 30 },
        { day: 21, expiresOn: 110 },
        { day: 80, expiresOn: 170 },
      ],
      told: ["20 expiring 10", "21 renewed 89"],
    },
    {
      it: "starts over with the next certificate",
      steps: [...daily(28, 30, { expiresOn: 30 }), ...daily(31, 60, { expiresOn: 60 })],
      told: [
        "28 expiring 2",
        "29 expiring 1",
        "31 renewed 29",
        "46 expiring 14",
        "53 expiring 7",
        "57 expiring 3",
        "59 expiring 1",
      ],
    },
    {
      it: "doesn't warn about a short-lived renewal at the same time",
      steps: [
        { day: 28, expiresOn: 30 },
        { day: 29, expiresOn: 35 },
        { day: 30, expiresOn: 35 },
        { day: 32, expiresOn: 35 },
      ],
      told: ["28 expiring 2", "29 renewed 6", "32 expiring 3"],
    },
    {
      it: "handles two servers that alternate between the old and the new certificate",
      steps: [30, 110, 30, 110, 30, 110].map((expiresOn, i) => ({ day: 20 + i / 10, expiresOn })),
      told: ["20 expiring 10", "20.1 renewed 89"],
    },
    {
      it: "warns about a certificate that expires sooner than the previous one",
      steps: [
        { day: 0, expiresOn: 90 },
        { day: 1, expiresOn: 10 },
      ],
      told: ["1 expiring 9"],
    },
    {
      it: "doesn't report a renewal for a certificate that expires sooner",
      steps: [
        { day: 20, expiresOn: 30 },
        { day: 21, expiresOn: 26 },
      ],
      told: ["20 expiring 10", "21 expiring 5"],
    },
    {
      it: "doesn't report a renewal for a certificate that has also expired",
      steps: [
        { day: 32, expiresOn: 30 },
        { day: 33, expiresOn: 32 },
      ],
      told: ["32 expired -2", "33 expired -1"],
    },
    {
      it: "follows a higher warnDays",
      steps: [
        { day: 0, expiresOn: 20 },
        { day: 1, expiresOn: 20, warnDays: 30 },
        { day: 2, expiresOn: 20, warnDays: 30 },
      ],
      told: ["1 expiring 19"],
    },
    {
      it: "follows a lower warnDays",
      steps: [
        { day: 0, expiresOn: 20, warnDays: 30 },
        { day: 1, expiresOn: 20 },
        { day: 6, expiresOn: 20 },
      ],
      told: ["0 expiring 20", "6 expiring 14"],
    },
  ])("$it", ({ steps, told }) => {
    expect(replay(steps)).toEqual(told);
  });

  it("treats the moment of expiry as still valid", () => {
    const reading = { expiresAt: START, warnDays: 14 };
    const decide = (now: number) => decideCertificateWarning(NO_CERTIFICATE_WARNINGS, { ...reading, now });
    expect(decide(START).event?.kind).toBe("expiring");
    expect(decide(START + 1).event?.kind).toBe("expired");
  });

  const reading = fc.record({
    now: fc.integer({ min: 0, max: 200 }).map((day) => START + day * DAY_MS),
    expiresAt: fc.constantFrom(20, 40, 60, 90, 120, 150).map((day) => START + day * DAY_MS),
    warnDays: fc.integer({ min: 0, max: 60 }),
  });

  it("ignores a repeated reading", () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1 }), (readings) => {
        let state = NO_CERTIFICATE_WARNINGS;
        for (const one of readings) {
          state = decideCertificateWarning(state, one).state;
          expect(decideCertificateWarning(state, one)).toEqual({ state, event: null });
        }
      }),
    );
  });

  it("remembers only a few certificates", () => {
    let state = NO_CERTIFICATE_WARNINGS;
    for (let day = 0; day < 100; day++) {
      const expiresAt = START + (day + 90) * DAY_MS;
      state = decideCertificateWarning(state, { now: START + day * DAY_MS, expiresAt, warnDays: 14 }).state;
    }
    expect(state.seen.length).toBe(4);
  });
});
