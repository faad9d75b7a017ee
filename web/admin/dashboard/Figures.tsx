import { For, type JSX, Show } from "solid-js";
import type { DashboardTrends } from "../../../src/schema/dashboard.ts";
import { SHOWN_STATUSES } from "../../../src/schema/shown_status.ts";
import { language } from "../../lib/language.ts";
import { formatShare } from "../../lib/share.ts";
import { Icon } from "../../ui/Icon.tsx";
import { STATUS_ICONS, STATUS_TONES } from "../live/status_look.ts";
import { text } from "../text/dashboard.ts";
import { text as monitorText } from "../text/monitor.ts";
import type { LiveBoard } from "./board.ts";
import { averageOf } from "./trends.ts";

export function Figures(props: { live: LiveBoard; trends: DashboardTrends | undefined }) {
  const openAlerts = () => {
    const alerts = props.live.load.data()?.alerts;
    return alerts && new Set(alerts.map(({ monitorId }) => monitorId)).size;
  };
  const average = () => averageOf(props.trends?.hours ?? []);
  return (
    <dl class="figures-row">
      <Figure label={text.figures.monitors} value={count(props.live.total())}>
        <Counts live={props.live} />
      </Figure>
      <Figure label={text.figures.uptime} value={formatShare(props.trends?.uptime ?? null)}>
        <a href="/admin/reports">{text.figures.uptimeReport}</a>
      </Figure>
      <Figure
        label={text.figures.response}
        value={average() === null ? null : monitorText.ms(average() ?? 0)}
      >
        {text.figures.responseNote}
      </Figure>
      <Show when={typeof openAlerts() === "number"}>
        <Figure label={text.figures.alerts} value={count(openAlerts() ?? 0)}>
          <a href="/admin/deliveries">{text.figures.alertsAll}</a>
        </Figure>
      </Show>
      <Show when={typeof props.trends?.subscribers === "number"}>
        <Figure label={text.figures.subscribers} value={count(props.trends?.subscribers ?? 0)}>
          <a href="/admin/subscribers">{text.figures.subscribersAll}</a>
        </Figure>
      </Show>
    </dl>
  );
}

function Figure(props: { label: string; value: string | null; children: JSX.Element }) {
  return (
    <div class="figures-row__one">
      <dt class="small soft">{props.label}</dt>
      <dd class={`figures-row__value${props.value === null ? " soft" : ""}`}>{props.value ?? "–"}</dd>
      <dd class="small soft">{props.children}</dd>
    </div>
  );
}

function Counts(props: { live: LiveBoard }) {
  const counts = () => props.live.board()?.counts;
  return (
    <nav class="row figures-row__counts" aria-label={text.counts}>
      <For each={SHOWN_STATUSES.filter((status) => (counts()?.[status] ?? 0) > 0)}>
        {(status) => (
          <a class={`status status--${STATUS_TONES[status]}`} href={`/admin/monitors?status=${status}`}>
            <Icon name={STATUS_ICONS[status]} />
            {monitorText.inStatus(count(counts()?.[status] ?? 0), monitorText.statuses[status])}
          </a>
        )}
      </For>
    </nav>
  );
}

function count(value: number): string {
  return value.toLocaleString(language);
}
