import { createEffect, createMemo, Match, on, Show, Switch } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { lazyCode } from "../../../lib/load_code.ts";
import { navigate, numberIn, place, queryOf, setQuery } from "../../../lib/router.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Opening } from "../../../ui/Opening.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { getMonitor } from "../../api/monitor.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor_detail.ts";
import { AcknowledgePart } from "../acknowledge/AcknowledgePart.tsx";
import { Overview } from "./Overview.tsx";
import { TimelineTab } from "./TimelineTab.tsx";
import "./monitor_detail.css";
import { MonitorNotices, MonitorSummary } from "./MonitorHead.tsx";
import { MonitorHeadActions } from "./MonitorHeadActions.tsx";

const MonitorAlerts = lazyCode(() => import("../../alert/deliveries/MonitorAlerts.tsx"));

const TABS = [
  { id: "overview", label: text.tabs.overview },
  { id: "timeline", label: text.tabs.timeline },
  { id: "alerts", label: text.tabs.alerts },
] as const;
type TabId = (typeof TABS)[number]["id"];

export default function MonitorPage() {
  const id = numberIn(place().path);
  const monitors = followMonitors();
  const full = createLoad(async (signal) => await getMonitor(id, signal));
  const listed = createMemo(() => {
    monitors.round();
    return monitors.find(id)?.monitor();
  });
  const monitor = createMemo(() => {
    const read = full.data();
    return read && { ...read, ...listed() };
  });
  // The list reloads when the stream may have missed changes.
  createEffect(on(monitors.loads, (_, before) => before && full.reload()));
  const tab = (): TabId => TABS.find((known) => known.id === queryOf("tab"))?.id ?? "overview";

  let wasThere = false;
  createEffect(() => {
    monitors.round();
    const isThere = monitors.find(id) !== undefined;
    if (wasThere && !isThere) navigate("/admin/monitors", { replace: true });
    wasThere = isThere;
  });

  return (
    <>
      <PageHeader
        title={(monitor() ?? listed())?.name ?? text.title}
        back={{ href: "/admin/monitors", label: text.back }}
        lead={<Show when={monitor()}>{(found) => <MonitorSummary monitor={found()} />}</Show>}
        actions={<Show when={monitor()}>{(found) => <MonitorHeadActions monitor={found()} />}</Show>}
      />
      <Show when={monitor()} fallback={<Loaded load={full}>{() => null}</Loaded>}>
        {(found) => (
          <>
            <MonitorNotices monitor={found()} />
            <AcknowledgePart monitor={found()} />
            <Tabs
              label={text.tabs.label}
              tabs={TABS}
              current={tab()}
              onChange={(next) => setQuery({ tab: next === "overview" ? "" : next })}
            >
              <Switch>
                <Match when={tab() === "overview"}>
                  <Overview monitor={found()} />
                </Match>
                <Match when={tab() === "timeline"}>
                  <TimelineTab monitor={found()} />
                </Match>
                <Match when={tab() === "alerts"}>
                  <Opening fallback={<Skeleton />}>
                    <MonitorAlerts monitorId={id} />
                  </Opening>
                </Match>
              </Switch>
            </Tabs>
          </>
        )}
      </Show>
    </>
  );
}
