import { Show } from "solid-js";
import { DAY_MS } from "../../../../src/lib/units.ts";
import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { YearCalendar } from "../../../ui/YearCalendar.tsx";
import { getUptimeReport } from "../../api/report.ts";
import { text } from "../../text/monitor_detail.ts";

const DAYS = 365;

export function YearCard(props: { monitorId: number }) {
  const year = createLoad(async (signal) => {
    const to = Date.now();
    const query = {
      from: to - DAYS * DAY_MS,
      to,
      timezone: "UTC",
      granularity: "day",
      monitorIds: String(props.monitorId),
    } as const;
    return (await getUptimeReport(query, signal)).monitors[0]?.days ?? [];
  });
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.year.title}</h2>
      </div>
      <div class="card__body">
        <Loaded load={year} lines={4}>
          {(days) => (
            <Show
              when={days().some(({ uptime }) => uptime !== null)}
              fallback={<p class="soft">{text.year.empty}</p>}
            >
              <YearCalendar label={text.year.title} days={days()} />
            </Show>
          )}
        </Loaded>
      </div>
    </section>
  );
}
