import { createMemo, type JSX, Show } from "solid-js";
import type { MonitorNode } from "../../../src/schema/layout.ts";
import type { PublicMonitor } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Mark } from "../parts/Mark.tsx";
import { type Tone, toneOfMonitor, wordOfTone } from "../tone.ts";
import { UptimeBar } from "./UptimeBar.tsx";

interface Props {
  node: MonitorNode;
  isMember?: boolean;
}

export function MonitorCard(props: Props): JSX.Element {
  const { findMonitor } = useStatusPage();
  const monitor = createMemo(() => findMonitor(props.node.monitorId));
  return <Show when={monitor()}>{(shown) => <Card {...props} monitor={shown()} />}</Show>;
}

type CardProps = Props & { monitor: PublicMonitor };

/** A page may have a thousand cards, so every element counts. */
function Card(props: CardProps): JSX.Element {
  const { t, ms, isStale } = useStatusPage();
  const isCompact = () => props.node.cardVariant === "compact";
  const tone = (): Tone => (isStale() ? "pending" : toneOfMonitor(props.monitor));
  const where = () => (props.node.showUptimeBar ? props.node.uptimeBarPosition : "off");
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
      <Mark tone={tone()} />
      <Show when={props.monitor.description} fallback={<Name {...props} />}>
        {(description) => (
          <div class="named">
            <Name {...props} />
            <p>{description()}</p>
          </div>
        )}
      </Show>
      <Show when={facts().length > 0}>
        <p class="facts">{facts().join(" · ")}</p>
      </Show>
      <p class={`state-text t-${tone()}`}>
        {t(isStale() ? "status.unknown" : wordOfTone(tone(), [props.monitor]))}
      </p>
      <Uptime {...props} isStretched={where() === "below" && !isCompact()} />
    </article>
  );
}

function Name(props: CardProps): JSX.Element {
  return (
    <Show when={props.isMember} fallback={<h2 class="svc-monitor-name">{props.monitor.name}</h2>}>
      <h3 class="svc-monitor-name">{props.monitor.name}</h3>
    </Show>
  );
}

function Uptime(props: CardProps & { isStretched: boolean }): JSX.Element {
  const { t, percent } = useStatusPage();
  const share = () => {
    const { percent: known } = props.monitor.uptime;
    return known === null ? null : known / 100;
  };
  const written = (none: string) => {
    const known = share();
    return known === null ? none : percent(known);
  };
  const told = () => (share() === null ? t("uptime.none") : t("uptime.percent", { percent: written("") }));
  const bar = () => <UptimeBar name={props.monitor.name} days={props.monitor.uptime.days} />;
  const hasShare = () => props.node.showUptimePct;
  return (
    <Show
      when={props.node.showUptimeBar}
      fallback={
        <Show when={hasShare() && share()}>
          <p class="pct">{written("")}</p>
        </Show>
      }
    >
      <Show
        when={props.isStretched}
        fallback={
          <>
            {bar()}
            <Show when={hasShare()}>
              <p class="pct">{written("–")}</p>
            </Show>
          </>
        }
      >
        {bar()}
        <p class="scale">
          {t("uptime.days", { n: props.monitor.uptime.days.length })}
          <Show when={hasShare()}>
            <span class="pct">{told()}</span>
          </Show>
          {t("uptime.today")}
        </p>
      </Show>
    </Show>
  );
}
