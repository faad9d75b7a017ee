import { Show } from "solid-js";
import type { MonitorReport } from "../../../src/schema/report.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { text } from "../text/report.ts";
import { BudgetCell, durationOf, TargetCell } from "./BudgetCell.tsx";
import { DayBars } from "./DayBars.tsx";
import { sortBy, sortingInAddress } from "./report_filter.ts";
import type { SortKey } from "./sorting.ts";
import { targetOf } from "./targets.ts";

type Days = ReadonlyMap<number, NonNullable<MonitorReport["days"]>>;

export function ReportTable(props: { reports: readonly MonitorReport[]; days: Days | undefined }) {
  const daysOf = (id: number) => props.days?.get(id);
  const columns: readonly Column<MonitorReport>[] = [
    {
      ...sorted("name"),
      kind: "lead",
      cell: ({ id, name }) => (
        <a class="strong break" href={`/admin/monitors/${id}`}>
          {name}
        </a>
      ),
    },
    { ...sorted("uptime"), cell: ({ uptime }) => <Uptime share={uptime} /> },
    {
      header: text.days,
      cell: ({ id }) => (
        <Show when={daysOf(id)} fallback={<span class="report__bars" />}>
          {(days) => <DayBars days={days()} target={targetOf(id)} />}
        </Show>
      ),
    },
    { ...sorted("down"), cell: ({ seconds }) => <Down seconds={seconds} /> },
    { ...sorted("outages"), cell: ({ outages }) => outages },
    {
      ...sorted("recovery"),
      cell: ({ mttrSeconds }) => (mttrSeconds === null ? text.none : durationOf(mttrSeconds)),
    },
    { ...sorted("response"), cell: ({ response }) => <Response response={response} /> },
    { header: text.target, cell: (report) => <TargetCell report={report} /> },
    {
      ...sorted("budget"),
      cell: (report) => <BudgetCell report={report} days={daysOf(report.id)} />,
    },
  ];
  return <Table caption={text.caption} columns={columns} rows={props.reports} />;
}

function sorted(key: SortKey): Pick<Column<MonitorReport>, "header" | "sort"> {
  const order = () => {
    const { key: now, isDescending } = sortingInAddress();
    if (now !== key) return "none";
    return isDescending ? "descending" : "ascending";
  };
  return { header: text.sorts[key], sort: { order, toggle: () => sortBy(key) } };
}

function Uptime(props: { share: number | null }) {
  return (
    <Show when={props.share !== null} fallback={<span class="soft">{text.noData}</span>}>
      <span class="strong report__figure">{text.percent(props.share ?? 0)}</span>
    </Show>
  );
}

function Down(props: { seconds: MonitorReport["seconds"] }) {
  return (
    <span class="stack stack--tight">
      <span>{props.seconds.down > 0 ? durationOf(props.seconds.down) : text.none}</span>
      <Show when={props.seconds.affected > 0}>
        <span class="small soft">{text.affected(durationOf(props.seconds.affected))}</span>
      </Show>
    </span>
  );
}

function Response(props: { response: MonitorReport["response"] }) {
  return (
    <Show when={props.response.avg !== null} fallback={<span class="soft">{text.none}</span>}>
      <span class="stack stack--tight">
        <span>{text.ms(props.response.avg ?? 0)}</span>
        <span class="small soft">{text.p95(text.ms(props.response.p95 ?? 0))}</span>
      </span>
    </Show>
  );
}
