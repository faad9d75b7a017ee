import type { JSX } from "solid-js";
import { escapeHtml } from "../../../src/lib/escape_html.ts";
import { useStatusPage } from "../page_context.tsx";
import type { ChartShape } from "./chart_shape.ts";

/** The same as the drawing, to be read. */
export function ChartNumbers(props: { shape: ChartShape; label: string }): JSX.Element {
  const { t, ms, date } = useStatusPage();
  const rows = () =>
    props.shape.points
      .map(({ at, value }) => {
        const shown = value === null ? t("chart.noValue") : ms(value);
        return `<tr><td>${escapeHtml(date(at, "dayTime"))}<td>${escapeHtml(shown)}`;
      })
      .join("");
  return (
    <details class="numbers">
      <summary>{t("chart.numbers")}</summary>
      <table aria-label={props.label}>
        <thead>
          <tr>
            <th scope="col">{t("chart.time")}</th>
            <th scope="col">{t("chart.value")}</th>
          </tr>
        </thead>
        <tbody innerHTML={rows()} />
      </table>
    </details>
  );
}
