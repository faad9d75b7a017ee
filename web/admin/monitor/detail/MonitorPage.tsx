import { createEffect, createSignal, lazy, Match, Show, Switch } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { toApiError } from "../../../lib/api.ts";
import { createLoad } from "../../../lib/load.ts";
import { navigate, numberIn, place, queryOf, setQuery } from "../../../lib/router.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { showToast } from "../../../ui/toast.ts";
import { checkMonitorNow, getMonitor, removeMonitor, updateMonitorPaused } from "../../api/monitor.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { StatusMark } from "../monitors/StatusMark.tsx";
import { alertsNobody, shownStatus } from "../monitors/status.ts";
import { followMonitors } from "../monitors/store.ts";
import { Overview } from "./Overview.tsx";
import { TimelineTab } from "./TimelineTab.tsx";
import "./monitor_detail.css";

const MonitorAlerts = lazy(() => import("../../alert/deliveries/MonitorAlerts.tsx"));

/** Pages to come put their part here: what was sent about the monitor, and what ran for it. */
const TABS = [
  { id: "overview", label: text.tabs.overview },
  { id: "timeline", label: text.tabs.timeline },
  { id: "alerts", label: text.tabs.alerts },
] as const;
type TabId = (typeof TABS)[number]["id"];

export default function MonitorPage() {
  const id = numberIn(place().path);
  const monitors = followMonitors();
  const first = createLoad(async (signal) => await getMonitor(id, signal));
  /** The live one as soon as the list is there. */
  const monitor = () => {
    monitors.round();
    return monitors.find(id)?.monitor() ?? first.data();
  };
  const tab = (): TabId => TABS.find((known) => known.id === queryOf("tab"))?.id ?? "overview";

  // Somebody else has deleted it.
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
        title={monitor()?.name ?? text.title}
        back={{ href: "/admin/monitors", label: text.back }}
        lead={<Show when={monitor()}>{(found) => <Standing monitor={found()} />}</Show>}
        actions={<Show when={monitor()}>{(found) => <Actions monitor={found()} />}</Show>}
      />
      <Show when={monitor()} fallback={<Loaded load={first}>{() => null}</Loaded>}>
        {(found) => (
          <>
            <Notices monitor={found()} />
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
                  <MonitorAlerts monitorId={id} />
                </Match>
              </Switch>
            </Tabs>
          </>
        )}
      </Show>
    </>
  );
}

function Standing(props: { monitor: Monitor }) {
  return (
    <span class="row">
      <span aria-live="polite">
        <StatusMark status={shownStatus(props.monitor)} isLarge />
      </span>
      <Show when={props.monitor.underMaintenance}>
        <Badge tone="accent">{monitorText.maintenance}</Badge>
      </Show>
      <span class="break">{props.monitor.paused ? "" : props.monitor.message}</span>
    </span>
  );
}

function Notices(props: { monitor: Monitor }) {
  return (
    <>
      <Show when={alertsNobody(props.monitor)}>
        <div class="detail__notice">
          <Notice tone="warn">
            <p>
              {text.alertsNobody} <a href="?tab=alerts">{text.chooseChannels}</a>
            </p>
          </Notice>
        </div>
      </Show>
      <Show when={props.monitor.paused || props.monitor.underMaintenance}>
        <div class="detail__notice">
          <Notice tone="info">
            <p>{props.monitor.paused ? text.pausedNotice : text.maintenance}</p>
          </Notice>
        </div>
      </Show>
    </>
  );
}

function Actions(props: { monitor: Monitor }) {
  const { put, drop } = followMonitors();
  const [busy, setBusy] = createSignal<"check" | "pause">();
  const [isRemoving, setIsRemoving] = createSignal(false);

  async function work(what: "check" | "pause", deed: () => Promise<string>): Promise<void> {
    setBusy(what);
    try {
      showToast(await deed());
    } catch (thrown) {
      showToast(toApiError(thrown).message);
    }
    setBusy(undefined);
  }

  const check = () =>
    work("check", async () => {
      const { status, responseMs } = await checkMonitorNow(props.monitor.id);
      put(await getMonitor(props.monitor.id));
      return text.checked(
        monitorText.statuses[status],
        responseMs === null ? "" : `, ${monitorText.ms(responseMs)}`,
      );
    });
  const pause = () =>
    work("pause", async () => {
      const next = await updateMonitorPaused(props.monitor.id, !props.monitor.paused);
      put(next);
      return next.paused ? text.paused(next.name) : text.resumed(next.name);
    });

  return (
    <div class="row">
      <Show when={props.monitor.heartbeatUrl === undefined && !props.monitor.paused}>
        <Button icon="refresh" isBusy={busy() === "check"} onClick={() => void check()}>
          {text.checkNow}
        </Button>
      </Show>
      <Button
        icon={props.monitor.paused ? "play" : "pause"}
        isBusy={busy() === "pause"}
        onClick={() => void pause()}
      >
        {props.monitor.paused ? text.resume : text.pause}
      </Button>
      <ButtonLink icon="edit" href={`/admin/monitors/${props.monitor.id}/edit`}>
        {text.edit}
      </ButtonLink>
      <Button icon="trash" label={text.remove} onClick={() => setIsRemoving(true)} />
      <Show when={isRemoving()}>
        <ConfirmDialog
          title={text.removeTitle(props.monitor.name)}
          lead={text.removeLead}
          ends={props.monitor.heartbeatUrl ? [...text.removeEnds, text.removeHeartbeat] : text.removeEnds}
          confirm={text.remove}
          onClose={() => setIsRemoving(false)}
          onConfirm={async () => {
            const { id, name } = props.monitor;
            await removeMonitor(id);
            showToast(text.removed(name));
            navigate("/admin/monitors");
            drop(id);
          }}
        />
      </Show>
    </div>
  );
}
