import { type JSX, Show } from "solid-js";
import type { PublicMonitor } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";

interface Props {
  monitor: PublicMonitor;
  isMember: boolean;
}

export function MonitorName(props: Props): JSX.Element {
  return (
    <Show
      when={props.isMember}
      fallback={
        <h2 class="svc-monitor-name">
          <MonitorLink {...props} />
        </h2>
      }
    >
      <h3 class="svc-monitor-name">
        <MonitorLink {...props} />
      </h3>
    </Show>
  );
}

function MonitorLink(props: Props): JSX.Element {
  const { to, options } = useStatusPage();
  return (
    <Show when={!options.copy} fallback={props.monitor.name}>
      <a href={to(`/monitor/${props.monitor.id}`)}>{props.monitor.name}</a>
    </Show>
  );
}
