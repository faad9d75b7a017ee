import type { JSX } from "solid-js";
import { escapeHtml } from "../../../src/lib/escape_html.ts";
import { useStatusPage } from "../page_context.tsx";
import type { ChartShape } from "./chart_shape.ts";

/** Elements are created from this text only when opened. */
export function ChartNumbers(props: { shape: ChartShape; label: string }): JSX.Element {
  const { t, ms, date } = useStatusPage();
  const rows = () =>
    props.shape.points
      .map(({ at, value }) => {
        const shown = value === null ? t("chart.noValue") : ms(value);
        return `<tr><td>${escapeHtml(date(at, "dayTime"))}</td><td>${escapeHtml(shown)}</td></tr>`;
      })
      .join("");
  const head = () =>
    [t("chart.time"), t("chart.value")].map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join("");
  const table = () =>
    `<table aria-label="${escapeHtml(props.label)}"><thead><tr>${head()}</tr></thead><tbody>${rows()}</tbody></table>`;
  return (
    <details class="numbers">
      <summary>{t("chart.numbers")}</summary>
      <noscript innerHTML={table()} />
    </details>
  );
}
