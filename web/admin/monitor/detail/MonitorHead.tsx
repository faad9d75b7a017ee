import { Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { StatusMark } from "../../live/StatusMark.tsx";
import { shownStatus } from "../../live/shown_status.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text } from "../../text/monitor_detail.ts";
import { MonitorAddress } from "./MonitorAddress.tsx";

export function MonitorSummary(props: { monitor: Monitor }) {
  return (
    <span class="row">
      <span aria-live="polite">
        <StatusMark status={shownStatus(props.monitor)} isLarge />
      </span>
      <Show when={props.monitor.underMaintenance}>
        <Badge tone="accent">{monitorText.maintenance}</Badge>
      </Show>
      <Show when={!props.monitor.paused && props.monitor.statusSince}>
        {(at) => (
          <span class="small soft">
            <RelativeTime at={at()} />
          </span>
        )}
      </Show>
      <MonitorAddress monitor={props.monitor} />
      <span class="break">{props.monitor.paused ? "" : props.monitor.message}</span>
    </span>
  );
}

export function MonitorNotices(props: { monitor: Monitor }) {
  return (
    <>
      <Show when={props.monitor.alertsNobody}>
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
