import { createMemo, type JSX, Show } from "solid-js";
import type { MonitorNode } from "../../../src/schema/layout.ts";
import type { PublicMonitor } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { type Tone, toneOfMonitor, wordOfTone } from "../tone.ts";
import { UptimeBar } from "./UptimeBar.tsx";

interface Props {
  node: MonitorNode;
  /** Stands in a group, whose heading is above its own. */
  isMember?: boolean;
}

export function MonitorCard(props: Props): JSX.Element {
  const { findMonitor } = useStatusPage();
  const monitor = createMemo(() => findMonitor(props.node.monitorId));
  return <Show when={monitor()}>{(shown) => <Card {...props} monitor={shown()} />}</Show>;
}

function Card(props: Props & { monitor: PublicMonitor }): JSX.Element {
  const { t, ms, percent, isStale } = useStatusPage();
  const isCompact = () => props.node.cardVariant === "compact";
  const tone = (): Tone => (isStale() ? "pending" : toneOfMonitor(props.monitor));
  const where = () => (props.node.showUptimeBar ? props.node.uptimeBarPosition : "off");
  const uptime = () => {
    const { percent: known } = props.monitor.uptime;
    return known === null ? null : known / 100;
  };
  const facts = () =>
    [
      props.node.showMonitorType && props.monitor.typeLabel,
      !isCompact() && !isStale() && props.monitor.responseMs !== null && ms(props.monitor.responseMs),
      !isCompact() && props.monitor.affectedBy.length > 0 && affectedBy(),
    ].filter(Boolean);
  const affectedBy = () => t("status.affectedBy", { names: props.monitor.affectedBy.join(", ") });
  return (
    <article
      class={`svc-monitor-card ${isCompact() ? "compact" : "full"} bar-${where()}${props.isMember ? " member" : ""}`}
      data-monitor={props.monitor.id}
    >
      <div class="who">
        <Mark tone={tone()} />
        <div>
          {props.isMember ? (
            <h3 class="svc-monitor-name">{props.monitor.name}</h3>
          ) : (
            <h2 class="svc-monitor-name">{props.monitor.name}</h2>
          )}
          <Show when={facts().length > 0}>
            <p class="facts">{facts().join(" · ")}</p>
          </Show>
        </div>
      </div>
      <p class={`state-text t-${tone()}`}>
        {t(isStale() ? "status.unknown" : wordOfTone(tone(), [props.monitor]))}
      </p>
      <Show when={where() !== "off"}>
        <UptimeBar
          name={props.monitor.name}
          days={props.monitor.uptime.days}
          isStretched={where() === "below" && !isCompact()}
          percent={props.node.showUptimePct ? uptime() : undefined}
        />
      </Show>
      <Show when={where() === "off" && props.node.showUptimePct && uptime()}>
        {(share) => <p class="pct">{percent(share())}</p>}
      </Show>
    </article>
  );
}
