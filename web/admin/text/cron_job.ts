import type { PingKind } from "../../../src/schema/ping.ts";

export const text = {
  next: "Next five runs",
  nextIn: (zone: string) => `Times are in ${zone}.`,
  runs: {
    title: "Runs",
    empty:
      "No run was reported yet. Let the job call the second address above, with /start at its end, when it begins.",
    chart: "Run time",
    longest: (longest: string, count: number) =>
      `Longest of ${count} ${count === 1 ? "run" : "runs"}: ${longest}.`,
    columns: { at: "When", kind: "Reported", runId: "Run", took: "Duration", body: "Output" },
    kinds: { start: "Started", success: "Succeeded", fail: "Failed", log: "Log" } satisfies Record<
      PingKind,
      string
    >,
    exitCode: (code: number) => `exit code ${code}`,
    none: "–",
    showLabel: (at: string) => `Show the output of ${at}`,
    cut: "The output was longer: the first 10 KB are kept.",
    more: (count: number) => `${count} more`,
  },
  pingLabel: "For cron jobs: add /start, /fail, /log or an exit code at the end",
  schedule: "Heartbeat expected at",
  scheduled: (schedule: string, zone: string) => `${schedule} (${zone})`,
} as const;
