import { createEffect, createMemo, on } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Field } from "../../../ui/Field.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import { getHistory } from "../../api/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { MEASURES, ResponseChart } from "./ResponseChart.tsx";

const RANGES = Object.entries(text.chart.ranges).map(([value, label]) => ({ value, label }));
const BUCKETS = 60;
const DEFAULT_HOURS = "24";

export function ResponseCard(props: { monitor: Monitor }) {
  const hours = () => RANGES.find(({ value }) => value === queryOf("hours"))?.value ?? DEFAULT_HOURS;
  const measure = () => MEASURES.find(({ value }) => value === queryOf("measure"))?.value ?? "avg";
  const { id } = props.monitor;
  const history = createLoad(
    async (signal, range) => await getHistory(signal, { id, hours: Number(range), buckets: BUCKETS }),
    hours,
  );
  const minute = createMemo(() => Math.floor(now() / 60_000));
  createEffect(on(minute, history.reload, { defer: true }));
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.chart.title}</h2>
        <div class="row">
          <Segments
            legend={text.chart.measure}
            value={measure()}
            options={MEASURES}
            onChange={(next) => setQuery({ measure: next === "avg" ? "" : next }, { replace: true })}
          />
          <Field label={text.chart.range} isLabelHidden>
            <Select
              value={hours()}
              options={RANGES}
              onChange={(next) => setQuery({ hours: next === DEFAULT_HOURS ? "" : next }, { replace: true })}
            />
          </Field>
        </div>
      </div>
      <div class="card__body">
        <Loaded load={history} lines={4}>
          {(found) => <ResponseChart history={found()} measure={measure()} hours={Number(hours())} />}
        </Loaded>
      </div>
    </section>
  );
}
