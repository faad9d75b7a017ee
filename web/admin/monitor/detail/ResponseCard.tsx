import { For, Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { ChartRange } from "../../../ui/time_chart_shape.ts";
import { text } from "../../text/monitor_detail.ts";
import { type MonitorMark, marksWithin } from "./chart_marks.ts";
import { limitMarks } from "./limited_marks.ts";
import { MEASURES, ResponseChart } from "./ResponseChart.tsx";
import { createResponseView, RANGES } from "./response_view.ts";

const ICONS = { incident: "flag", maintenance: "wrench", settings: "edit" } as const;

export function ResponseCard(props: { monitor: Monitor; marks: readonly MonitorMark[] }) {
  const view = createResponseView(props.monitor);
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.chart.title}</h2>
        <div class="row">
          <Segments
            legend={text.chart.measure}
            value={view.measure()}
            options={MEASURES}
            onChange={view.setMeasure}
          />
          <Field label={text.chart.range} isLabelHidden>
            <Select value={view.hours()} options={RANGES} onChange={view.setHours} />
          </Field>
        </div>
      </div>
      <div class="card__body stack">
        <div class="row row--spread">
          <Checkbox label={text.chart.compare} isChecked={view.isCompared()} onChange={view.setCompared} />
          <Show when={view.zoom()} fallback={<span class="small soft">{text.chart.zoomHint}</span>}>
            {(range) => (
              <span class="row small">
                <span class="soft">
                  {text.chart.zoomed(formatMoment(range().from), formatMoment(range().to))}
                </span>
                <Button isSmall icon="undo" onClick={() => view.setZoom(null)}>
                  {text.chart.zoomOut}
                </Button>
              </span>
            )}
          </Show>
        </div>
        <Loaded load={view.history} lines={4}>
          {(found) => {
            const range = (): ChartRange => {
              const [first = { at: 0 }, second = first] = found().buckets;
              return { from: first.at, to: (found().buckets.at(-1)?.at ?? 0) + second.at - first.at };
            };
            const marks = () => marksWithin(props.marks, range());
            return (
              <>
                <ResponseChart
                  history={found()}
                  lastWeek={view.before.data() ?? null}
                  measure={view.measure()}
                  marks={marks()}
                  onZoom={view.setZoom}
                />
                <MarkList marks={marks()} monitor={props.monitor} />
              </>
            );
          }}
        </Loaded>
      </div>
    </section>
  );
}

function MarkList(props: { marks: readonly MonitorMark[]; monitor: Monitor }) {
  const some = () => limitMarks(props.marks);
  return (
    <Show when={props.marks.length > 0}>
      <ul class="plain marks small" aria-label={text.chart.marks}>
        <For each={some().listed}>
          {(mark) => (
            <li class={`marks__one marks__one--${mark.kind}`}>
              <Icon name={ICONS[mark.kind]} />
              <Show when={mark.href} fallback={<span>{mark.title}</span>}>
                {(href) => <a href={href()}>{mark.title}</a>}
              </Show>
              <span class="soft">{formatMoment(mark.from)}</span>
            </li>
          )}
        </For>
        <Show when={some().more.incident}>
          {(count) => (
            <li>
              <a href={`/admin/incidents?state=all&monitor=${props.monitor.id}`}>
                {text.chart.moreIncidents(count())}
              </a>
            </li>
          )}
        </Show>
        <Show when={some().more.maintenance}>
          {(count) => <li class="soft">{text.chart.moreWindows(count())}</li>}
        </Show>
        <Show when={props.marks.some(({ kind }) => kind === "settings")}>
          <li>
            <a href={`/admin/audit?what=monitor&name=${encodeURIComponent(props.monitor.name)}`}>
              {text.chart.allChanges}
            </a>
          </li>
        </Show>
      </ul>
    </Show>
  );
}
