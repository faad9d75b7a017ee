import { createEffect, createMemo, on, Show, Suspense } from "solid-js";
import { MANUAL_TYPE } from "../../../../src/domain/monitor/rule.ts";
import { DAY_MS } from "../../../../src/lib/units.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { createLoad } from "../../../lib/load.ts";
import { lazyCode } from "../../../lib/load_code.ts";
import { currentUser } from "../../../lib/session.ts";
import { listMaintenance } from "../../api/maintenance.ts";
import { getTimeline } from "../../api/monitor.ts";
import { monitorTypes } from "../../live/monitor_types.ts";
import { mayUse } from "../../route/pages.ts";
import { reloadAfterTurn } from "./after_turn.ts";
import { ChecksCard } from "./ChecksCard.tsx";
import { loadMarks, toWindowMarks } from "./chart_marks.ts";
import { FactsCard } from "./FactsCard.tsx";
import { HeartbeatCard } from "./HeartbeatCard.tsx";
import { IncidentsCard } from "./IncidentsCard.tsx";
import { ManualStatusCard } from "./ManualStatusCard.tsx";
import { PlacesCard } from "./PlacesCard.tsx";
import { ResponseCard } from "./ResponseCard.tsx";
import { RunsCard } from "./RunsCard.tsx";
import { UptimeCard } from "./UptimeCard.tsx";
import type { Past } from "./uptime.ts";
import { YearCard } from "./YearCard.tsx";

const LatestDeliveries = lazyCode(() => import("../../alert/deliveries/LatestDeliveries.tsx"));

const PAST_DAYS = 90;

export function Overview(props: { monitor: Monitor }) {
  const { id } = props.monitor;
  const past = createLoad<Past>(async (signal) => {
    const [timeline, windows] = await Promise.all([
      getTimeline(signal, { id, from: Date.now() - PAST_DAYS * DAY_MS }),
      listMaintenance(signal),
    ]);
    return { timeline, windows };
  });
  reloadAfterTurn(
    createMemo(() => props.monitor.confirmedStatus),
    past.reload,
  );
  const events = createLoad(async (signal) => await loadMarks(signal, props.monitor));
  const turn = () => [props.monitor.version, props.monitor.confirmedStatus].join();
  createEffect(on(createMemo(turn), events.reload, { defer: true }));
  const marks = createMemo(() => [
    ...(events.data() ?? []),
    ...toWindowMarks(past.data()?.windows ?? [], id),
  ]);
  const hasResponseTime = () =>
    monitorTypes().find(({ type }) => type === props.monitor.type)?.hasResponseTime ?? true;
  return (
    <div class="detail">
      <div class="stack">
        <ChecksCard monitor={props.monitor} />
      </div>
      <div class="stack detail__side">
        <Show when={mayUse(currentUser().role, "incidents")}>
          <IncidentsCard monitor={props.monitor} />
        </Show>
        <Show when={mayUse(currentUser().role, "channels")}>
          <Suspense>
            <LatestDeliveries monitorId={id} turn={props.monitor.confirmedStatus} />
          </Suspense>
        </Show>
        <FactsCard monitor={props.monitor} />
      </div>
      <div class="stack">
        <Show when={props.monitor.type === MANUAL_TYPE}>
          <ManualStatusCard monitor={props.monitor} />
        </Show>
        <Show when={props.monitor.heartbeatUrl}>
          {(url) => <HeartbeatCard monitor={props.monitor} url={url()} />}
        </Show>
        <Show when={props.monitor.pingUrl}>
          <RunsCard monitor={props.monitor} />
        </Show>
        <Show when={hasResponseTime()}>
          <ResponseCard monitor={props.monitor} marks={marks()} />
        </Show>
        <Show when={props.monitor.locations.length > 0}>
          <PlacesCard monitor={props.monitor} />
        </Show>
        <UptimeCard monitor={props.monitor} past={past} />
        <Show when={mayUse(currentUser().role, "reports")}>
          <YearCard monitorId={id} />
        </Show>
      </div>
    </div>
  );
}
