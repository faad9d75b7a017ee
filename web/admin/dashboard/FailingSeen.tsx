import { Show } from "solid-js";
import { isFailing } from "../../../src/domain/monitor/check_result.ts";
import type { ListedMonitor } from "../../../src/schema/listed_monitor.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { AcknowledgeButton } from "../monitor/acknowledge/AcknowledgeButton.tsx";
import { SnoozeMenu } from "../monitor/acknowledge/SnoozeControl.tsx";
import { text } from "../text/acknowledge.ts";

export function SeenBy(props: { monitor: ListedMonitor }) {
  return (
    <Show when={props.monitor.acknowledgement}>
      {(found) => (
        <span class="small break">
          {text.has(found().by)}{" "}
          <span class="soft">
            <RelativeTime at={found().at} />
            {found().note && `: ${found().note}`}
          </span>
        </span>
      )}
    </Show>
  );
}

export function SeenDeeds(props: { monitor: ListedMonitor }) {
  const isOpen = () => isFailing(props.monitor.confirmedStatus) && props.monitor.acknowledgement === null;
  return (
    <Show when={isOpen()}>
      <AcknowledgeButton monitor={props.monitor} isOneOfMany />
      <Show when={props.monitor.snoozedUntilMs === null}>
        <SnoozeMenu monitor={props.monitor} />
      </Show>
    </Show>
  );
}
