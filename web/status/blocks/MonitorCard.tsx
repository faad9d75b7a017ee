import { createMemo, type JSX, Show } from "solid-js";
import type { MonitorNode } from "../../../src/schema/layout.ts";
import type { PublicMonitor } from "../../../src/schema/public_page.ts";
import { DOT } from "../facts.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { type Tone, toneOfMonitor, wordOfTone } from "../tone.ts";
import { CardUptime } from "./CardUptime.tsx";
import { MonitorName } from "./MonitorName.tsx";

interface Props {
  node: MonitorNode;
  isMember?: boolean;
}

export function MonitorCard(props: Props): JSX.Element {
  const { findMonitor } = useStatusPage();
  const monitor = createMemo(() => findMonitor(props.node.monitorId));
  return <Show when={monitor()}>{(shown) => <Card {...props} monitor={shown()} />}</Show>;
}

const FAILING: readonly Tone[] = ["down", "degraded", "affected"];

type CardProps = Props & { monitor: PublicMonitor };

/** A page may have a thousand cards, so every element counts. */
function Card(props: CardProps): JSX.Element {
  const status = useStatusPage();
  const { t, ms, isStale } = status;
  const isCompact = () => props.node.cardVariant === "compact";
  const tone = (): Tone => (isStale() ? "pending" : toneOfMonitor(props.monitor));
  const isTimed = () => props.node.showResponseTime && !isCompact();
  const where = () => (props.node.showUptimeBar ? props.node.uptimeBarPosition : "off");
  const short = () =>
    [
      props.node.showMonitorType && props.monitor.typeLabel,
      isTimed() && !isStale() && props.monitor.responseMs !== null && ms(props.monitor.responseMs),
    ].filter(Boolean);
  const isAffected = () => !isCompact() && props.monitor.affectedBy.length > 0;
  const facts = () => (isAffected() ? `${affectedBy()}\n` : "") + short().join(DOT);
  const lasting = () => (FAILING.includes(tone()) ? status.lasting(props.monitor.since) : null);
  const affectedBy = () => t("status.affectedBy", { names: props.monitor.affectedBy.join(", ") });
  return (
    <article
      class={`svc-monitor-card ${isCompact() ? "compact" : "full"}${isTimed() ? " timed" : ""} bar-${where()}${props.isMember ? " member" : ""}`}
      data-monitor={props.monitor.id}
    >
      <Mark tone={tone()} />
      <Show
        when={props.monitor.description}
        fallback={<MonitorName monitor={props.monitor} isMember={props.isMember === true} />}
      >
        {(description) => (
          <div class="named">
            <MonitorName monitor={props.monitor} isMember={props.isMember === true} />
            <p>{description()}</p>
          </div>
        )}
      </Show>
      <Show when={facts()}>
        <p class="facts">{facts()}</p>
      </Show>
      <p class={`state-text t-${tone()}`}>
        {t(isStale() ? "status.unknown" : wordOfTone(tone(), [props.monitor]))}
      </p>
      <Show when={lasting()}>
        <p class="lasting">{lasting()}</p>
      </Show>
      <CardUptime {...props} isStretched={where() === "below" && !isCompact()} />
    </article>
  );
}
