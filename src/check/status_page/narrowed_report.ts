import { CheckFault } from "../fault.ts";
import { excerpt } from "../quote.ts";
import { type Notice, type PageReport, worstOf } from "./page_report.ts";

export function narrowReport(report: PageReport, names: readonly string[]): PageReport {
  const wanted = new Set(names.map(normalise));
  const concerns = ({ components }: Notice) =>
    components?.some((name) => wanted.has(normalise(name))) ?? false;
  const incidents = report.incidents.filter(concerns);
  const maintenances = report.maintenances.filter(concerns);
  if (!report.components) {
    return {
      impact: worstOf(incidents.map(({ impact }) => impact)),
      components: null,
      incidents,
      maintenances,
    };
  }
  const components = report.components.filter(({ name }) => wanted.has(normalise(name)));
  refuseUnknown(names, report.components);
  return { impact: worstOf(components.map(({ impact }) => impact)), components, incidents, maintenances };
}

function refuseUnknown(names: readonly string[], components: readonly { name: string }[]): void {
  const known = new Set(components.map(({ name }) => normalise(name)));
  const unknown = names.filter((name) => !known.has(normalise(name)));
  if (unknown.length === 0) return;
  const all = components.map(({ name }) => name).join(", ");
  throw new CheckFault(
    "protocol",
    `it has no component named ${excerpt(unknown.join(", "), 200)}. It has ${excerpt(all, 500)}.`,
  );
}

function normalise(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, " ");
}
