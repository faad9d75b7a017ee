import type { CheckStatus } from "../schema/check_status.ts";
import { type StatusPageConfig, statusPageConfig } from "../schema/status_page_config.ts";
import { formatUrl } from "./address.ts";
import { checkType, type Finding, type Probe } from "./check_type.ts";
import { excerpt, quote } from "./quote.ts";
import { fetchReport } from "./status_page/fetched_report.ts";
import { narrowReport } from "./status_page/narrowed_report.ts";
import { type Impact, type Notice, type PageReport, rankOf } from "./status_page/page_report.ts";

export const statusPage = checkType({
  type: "status_page",
  label: "Provider status page",
  pageLabel: "Provider",
  hasResponseTime: false,
  config: statusPageConfig,
  findSecrets: () => [],
  vaultSpots: [],
  describeNoData: (problem) =>
    `The status page can't be read, so the state of the service is unknown: ${problem}`,
  addressOf: ({ url }) => formatUrl(url),
  destinationOf: ({ url }) => String(url),
  run: runStatusPage,
});

async function runStatusPage(probe: Probe<StatusPageConfig>): Promise<Finding> {
  const { components, minImpact } = probe.config;
  const report = await fetchReport(probe);
  const verdict = judge(components.length > 0 ? narrowReport(report, components) : report, minImpact);
  const { status, message } = verdict;
  probe.steps.add({ label: "Status page", status, detail: message });
  return { responseMs: null, ...verdict };
}

type Verdict = Pick<Finding, "status" | "message" | "isMaintained">;

const PROBLEMS: Readonly<Record<Exclude<Impact, "none">, { status: CheckStatus; words: string }>> = {
  minor: { status: "degraded", words: "Minor problem" },
  major: { status: "down", words: "Major problem" },
  critical: { status: "down", words: "Critical problem" },
};

function judge(report: PageReport, minImpact: "minor" | "major"): Verdict {
  const { impact, incidents, maintenances, components } = report;
  const [worst] = incidents.toSorted((a, b) => rankOf(b.impact) - rankOf(a.impact));
  const cited = worst ? `: ${cite(worst)}` : ".";
  if (impact !== "none" && rankOf(impact) >= rankOf(minImpact)) {
    const { status, words } = PROBLEMS[impact];
    const failing = (components ?? []).filter((one) => one.impact !== "none").map(({ name }) => name);
    const where = failing.length > 0 ? ` with ${excerpt(failing.join(", "), 200)}` : "";
    return { status, message: `${words}${where}${cited}` };
  }
  const maintained = components?.find(({ isUnderMaintenance }) => isUnderMaintenance);
  const [maintenance] = maintenances;
  if (maintenance || maintained) {
    const what = maintenance ? cite(maintenance) : `${excerpt(maintained?.name ?? "")}.`;
    return { status: "up", message: `Under maintenance: ${what}`, isMaintained: true };
  }
  if (impact !== "none") return { status: "up", message: `${PROBLEMS[impact].words}, ignored here${cited}` };
  return { status: "up", message: worst ? `Operational, with an open incident${cited}` : "Operational." };
}

function cite({ title, url }: Notice): string {
  return `${quote(title || "Incident without a title", 200)} ${excerpt(url, 500)}`;
}
