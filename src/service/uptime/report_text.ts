import { formatCsvLine } from "../../lib/csv.ts";
import { toBody } from "../../lib/text_body.ts";
import { dateAt } from "../../lib/wall_clock.ts";
import type { MonitorReport } from "../../schema/report.ts";
import type { OpenReport } from "./report.ts";

const FIGURES = [
  "uptime_percent",
  "up_seconds",
  "degraded_seconds",
  "down_seconds",
  "affected_seconds",
  "maintenance_seconds",
  "no_data_seconds",
  "outages",
  "mttr_seconds",
];
const RESPONSE = ["avg_response_ms", "p95_response_ms"];

type Figures = Pick<MonitorReport, "uptime" | "seconds" | "outages" | "mttrSeconds">;

export async function writeReport(report: OpenReport): Promise<BodyInit> {
  return await toBody(jsonOf(report));
}

async function* jsonOf({ reports, ...head }: OpenReport): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"monitors":[`;
  for await (const report of reports) {
    yield before + JSON.stringify(report);
    before = ",";
  }
  yield before === "," ? "]}" : `${before}]}`;
}

export async function writeReportCsv(report: OpenReport): Promise<BodyInit> {
  return await toBody(linesOf(report));
}

async function* linesOf({ reports, granularity }: OpenReport): AsyncGenerator<string> {
  const isDaily = granularity === "day";
  yield formatCsvLine(isDaily ? ["id", "name", "date", ...FIGURES] : ["id", "name", ...FIGURES, ...RESPONSE]);
  for await (const { id, name, response, days = [], ...total } of reports) {
    if (isDaily) yield days.map((day) => formatCsvLine([id, name, day.date, ...cellsOf(day)])).join("");
    else yield formatCsvLine([id, name, ...cellsOf(total), cell(response.avg, 1), cell(response.p95, 1)]);
  }
}

export function csvNameOf({ from, to }: Pick<OpenReport, "from" | "to">, timezone: string): string {
  return `uptime-${dateAt(timezone, from)}-to-${dateAt(timezone, to - 1)}.csv`;
}

function cellsOf({ uptime, seconds, outages, mttrSeconds }: Figures): (string | number)[] {
  const { up, degraded, down, affected, maintenance, noData } = seconds;
  return [
    cell(uptime === null ? null : toPercent(uptime), 5),
    ...[up, degraded, down, affected, maintenance, noData].map((secs) => cell(secs, 3)),
    outages,
    cell(mttrSeconds, 3),
  ];
}

function toPercent(uptime: number): number {
  return uptime === 1 ? 100 : Math.min(99.99999, uptime * 100);
}

function cell(value: number | null, digits: number): string | number {
  return value === null ? "" : Number(value.toFixed(digits));
}
