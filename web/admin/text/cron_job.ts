import { plural } from "../../../src/lib/plural.ts";
import type { PingKind } from "../../../src/schema/ping.ts";

export const text = {
  next: "Next five runs",
  nextIn: (zone: string) => `Times are in ${zone}.`,
  runs: {
    title: "Runs",
    empty: "No runs reported yet. Call the second URL above with /start at the end when the job starts.",
    chart: "Run time",
    longest: (longest: string, count: number) => `Longest of ${plural(count, "run")}: ${longest}.`,
    columns: { at: "When", kind: "Reported", runId: "Run", took: "Duration", body: "Output" },
    kinds: { start: "Started", success: "Succeeded", fail: "Failed", log: "Log" } satisfies Record<
      PingKind,
      string
    >,
    exitCode: (code: number) => `exit code ${code}`,
    none: "–",
    showLabel: (at: string) => `Show output from ${at}`,
    cut: "Output truncated to the first 10 KB.",
    more: (count: number) => `${count} more`,
  },
  pingLabel: "For cron jobs: append /start, /fail, /log or an exit code",
  schedule: "Heartbeat schedule",
  scheduled: (schedule: string, zone: string) => `${schedule} (${zone})`,
} as const;
