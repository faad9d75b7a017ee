import { Show } from "solid-js";
import { formatDuration } from "../../../src/lib/duration.ts";
import type { MonitorReport } from "../../../src/schema/report.ts";
import { makeDateFormat } from "../../lib/date_format.ts";
import { text } from "../text/report.ts";
import { budgetOf, parseTarget, spentOn } from "./budget.ts";
import { keepTarget, targetOf } from "./targets.ts";

const day = makeDateFormat({ dateStyle: "medium", timeZone: "UTC" });

export function BudgetCell(props: { report: MonitorReport; days: MonitorReport["days"] }) {
  const target = () => targetOf(props.report.id);
  const budget = () => budgetOf(props.report.seconds, target());
  const spent = () =>
    spentOn({ seconds: props.report.seconds, ...(props.days && { days: props.days }) }, target());
  return (
    <span class="stack stack--tight">
      <Show when={budget()} fallback={<span class="soft">{text.none}</span>}>
        {(found) => (
          <>
            <span class={found().leftSecs < 0 ? "report__over" : undefined}>
              {(found().leftSecs < 0 ? text.budgetOver : text.budgetLeft)(
                durationOf(Math.abs(found().leftSecs)),
              )}
            </span>
            <span class="small soft">{text.budgetOf(durationOf(found().allowedSecs))}</span>
          </>
        )}
      </Show>
      <Show when={spent()}>
        {(date) => <span class="small soft">{text.spentOn(day.format(Date.parse(date())))}</span>}
      </Show>
    </span>
  );
}

export function TargetCell(props: { report: MonitorReport }) {
  function change(event: Event & { currentTarget: HTMLInputElement }): void {
    const target = parseTarget(event.currentTarget.value);
    if (target !== null) keepTarget(props.report.id, target);
    event.currentTarget.value = String(targetOf(props.report.id));
  }
  return (
    <span class="report__target">
      <input
        class="input"
        inputmode="decimal"
        autocomplete="off"
        aria-label={text.targetOf(props.report.name)}
        value={targetOf(props.report.id)}
        onChange={change}
      />
      <span class="soft">%</span>
    </span>
  );
}

export function durationOf(secs: number): string {
  return formatDuration(secs * 1000).replaceAll(" ", "\u00a0");
}
