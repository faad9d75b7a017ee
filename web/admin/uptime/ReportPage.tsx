import { createMemo, Show } from "solid-js";
import type { UptimeReport } from "../../../src/schema/report.ts";
import { pageInAddress, showPage } from "../../lib/address_filter.ts";
import { createListLoad, createLoad } from "../../lib/load.ts";
import { queryOf } from "../../lib/router.ts";
import { describeZone, formatSpan } from "../../lib/time.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { EmptyList } from "../../ui/EmptyList.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { Loaded } from "../../ui/Loaded.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pages } from "../../ui/Pages.tsx";
import { listPages } from "../api/page.ts";
import { getUptimeReport } from "../api/report.ts";
import { text } from "../text/report.ts";
import { ReportActions } from "./ReportActions.tsx";
import { ReportTable } from "./ReportTable.tsx";
import {
  chosenInAddress,
  fieldsInAddress,
  filter,
  PAGE_SIZE,
  sortingInAddress,
  spanOf,
  ZONE,
} from "./report_filter.ts";
import { sortReports } from "./sorting.ts";
import { targetOf } from "./targets.ts";
import "./report.css";

const WORDS = { filters: text.filters, clear: text.clear };

export default function ReportPage() {
  const report = createListLoad(async (signal, chosen: ReturnType<typeof chosenInAddress>) => {
    const span = spanOf(chosen, Date.now());
    return span && (await getUptimeReport({ ...span, timezone: ZONE, pageKey: chosen.pageKey }, signal));
  }, chosenInAddress);
  const pages = createLoad(listPages);
  const isWhole = () => spanOf(chosenInAddress(), 0) !== null;
  return (
    <div class="report stack">
      <PageHeader title={text.title} lead={text.lead(describeZone())} actions={<ReportActions />} />
      <FilterBar filter={filter} fields={fieldsInAddress(pages.data() ?? [])} words={WORDS} isMany />
      <Show when={isWhole()} fallback={<Notice tone="info">{text.chooseRange}</Notice>}>
        <Loaded load={report} lines={9}>
          {(found) => <Report report={found()} />}
        </Loaded>
      </Show>
    </div>
  );
}

function Report(props: { report: UptimeReport }) {
  const found = createMemo(() => {
    const search = queryOf("search").toLowerCase();
    const named = props.report.monitors.filter(({ name }) => name.toLowerCase().includes(search));
    return sortReports(named, sortingInAddress(), targetOf);
  });
  const page = () => Math.min(pageInAddress(), Math.max(1, Math.ceil(found().length / PAGE_SIZE)));
  const rows = () => found().slice((page() - 1) * PAGE_SIZE, page() * PAGE_SIZE);
  const days = createListLoad(
    async (signal, { from, to, monitorIds }) => {
      if (monitorIds === "") return new Map();
      const query = { from, to, monitorIds, timezone: ZONE, granularity: "day" as const };
      const { monitors } = await getUptimeReport(query, signal);
      return new Map(monitors.map((monitor) => [monitor.id, monitor.days ?? []]));
    },
    () => ({
      from: props.report.from,
      to: props.report.to,
      monitorIds: rows()
        .map(({ id }) => id)
        .join(","),
    }),
  );
  return (
    <Show
      when={props.report.monitors.length > 0}
      fallback={
        <div class="card">
          <EmptyList
            icon="pulse"
            words={text.empty}
            add={() => <ButtonLink href="/admin/monitors/new">{text.addMonitor}</ButtonLink>}
          />
        </div>
      }
    >
      <p class="small soft">{text.covers(formatSpan(props.report.from, props.report.to))}</p>
      <div class="card">
        <Show when={rows().length > 0} fallback={<EmptyList icon="search" words={text.noMatch} />}>
          <ReportTable reports={rows()} days={days.data()} />
        </Show>
      </div>
      <Show when={found().length > PAGE_SIZE}>
        <Pages page={page()} limit={PAGE_SIZE} total={found().length} onChange={showPage} />
      </Show>
    </Show>
  );
}
