import { readPoints } from "../blocks/chart_points.ts";
import { formatDate } from "../format.ts";
import { localeOf } from "./state.ts";

export function fillNumbers(details: Element): void {
  const plain = details.querySelector("noscript");
  if (!plain || details.querySelector("table")) return;
  const filled = new DOMParser().parseFromString(plain.textContent, "text/html").querySelector("table");
  if (!filled) return;
  writeTimes(details, filled);
  details.append(filled);
}

function writeTimes(details: Element, table: HTMLTableElement): void {
  const plot = details.closest("[data-chart]")?.querySelector<HTMLElement>(".plot");
  const { from, stepMs } = readPoints(plot?.dataset["points"] ?? "");
  [...(table.tBodies[0]?.rows ?? [])].forEach(({ cells }, at) => {
    const style = { locale: localeOf(), style: "dayTime", timeZone: undefined } as const;
    if (cells[0]) cells[0].textContent = formatDate(from + at * stepMs, style);
  });
}
