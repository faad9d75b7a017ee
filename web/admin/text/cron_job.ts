import type { PingKind } from "../../../src/schema/ping.ts";

export const text = {
  next: "Next five runs",
  nextIn: (zone: string) => `By the clock of ${zone}.`,
  runs: {
    title: "Runs",
    empty:
      "Nothing has told of a run yet. Begin with the address that ends in a UUID, with /start before it.",
    chart: "Run time",
    longest: (longest: string, count: number) =>
      `Longest of ${count} ${count === 1 ? "run" : "runs"}: ${longest}.`,
    columns: { at: "When", kind: "What it told", runId: "Run", took: "Took", body: "Printed" },
    kinds: { start: "Began", success: "Ended well", fail: "Failed", log: "Log" } satisfies Record<
      PingKind,
      string
    >,
    exitCode: (code: number) => `exit code ${code}`,
    none: "–",
    showLabel: (at: string) => `Show what it printed at ${at}`,
    cut: "It printed more: the first 10 KB are kept.",
    more: (count: number) => `${count} more`,
  },
  pingLabel: "For cron jobs, with /start, /fail, /log or an exit code behind it",
  schedule: "Heartbeat expected at",
  scheduled: (schedule: string, zone: string) => `${schedule} (${zone})`,
} as const;
