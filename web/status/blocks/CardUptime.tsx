import { type JSX, Show } from "solid-js";
import type { MonitorNode } from "../../../src/schema/layout.ts";
import type { PublicMonitor } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { UptimeBar } from "./UptimeBar.tsx";

interface Props {
  node: MonitorNode;
  monitor: PublicMonitor;
  isStretched: boolean;
}

export function CardUptime(props: Props): JSX.Element {
  const { t, percent } = useStatusPage();
  const share = () => {
    const { percent: known } = props.monitor.uptime;
    return known === null ? null : known / 100;
  };
  const written = (none: string) => {
    const known = share();
    return known === null ? none : percent(known);
  };
  const sentence = () =>
    share() === null ? t("uptime.none") : t("uptime.percent", { percent: written("") });
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
          {t("uptime.ago", { n: props.monitor.uptime.days.length })}
          <Show when={hasShare()}>
            <span class="pct">{sentence()}</span>
          </Show>
          {t("uptime.today")}
        </p>
      </Show>
    </Show>
  );
}
