import { For, type JSX, Show } from "solid-js";
import type { MonitorStory } from "../../../src/domain/page/monitor_story.ts";
import type { PublicMonitor } from "../../../src/schema/public_page.ts";
import { IncidentCard } from "../blocks/IncidentCard.tsx";
import { useStatusPage } from "../page_context.tsx";
import { BackLink } from "../parts/BackLink.tsx";
import { Mark } from "../parts/Mark.tsx";
import { SubscribeLink } from "../parts/SubscribeLink.tsx";
import { TextWithTime } from "../parts/Time.tsx";
import { toneOfMonitor, wordOfTone } from "../tone.ts";
import { ResponseTimes } from "./ResponseTimes.tsx";
import { UptimeCalendar } from "./UptimeCalendar.tsx";

export function MonitorView(props: { story: MonitorStory }): JSX.Element {
  const { t, findMonitor } = useStatusPage();
  return (
    <Show when={findMonitor(props.story.id)}>
      {(monitor) => (
        <article class="single monitor">
          <BackLink />
          <MonitorHead monitor={monitor()} />
          <UptimeCalendar uptime={props.story.uptime} />
          <Show when={props.story.chart}>
            {(chart) => <ResponseTimes id={monitor().id} chart={chart()} days={props.story.days} />}
          </Show>
          <section class="svc-incidents-section">
            <h2>{t("incidents.title")}</h2>
            <For each={props.story.incidents} fallback={<p class="nothing">{t("empty.incidents")}</p>}>
              {(incident) => <IncidentCard incident={incident} />}
            </For>
          </section>
          <SubscribeLink />
        </article>
      )}
    </Show>
  );
}

function MonitorHead(props: { monitor: PublicMonitor }): JSX.Element {
  const { t, ms, lasting, isStale } = useStatusPage();
  const tone = () => (isStale() ? "pending" : toneOfMonitor(props.monitor));
  const word = () => t(isStale() ? "status.unknown" : wordOfTone(tone(), [props.monitor]));
  const since = () => (isStale() ? null : lasting(props.monitor.since));
  return (
    <header>
      <Mark tone={tone()} />
      <h1>{props.monitor.name}</h1>
      <p class="facts">
        <strong>{word()}</strong>
        <Show when={since()}>{(text) => <span>{text()}</span>}</Show>
        <span>{props.monitor.typeLabel}</span>
        <Show when={!isStale() && props.monitor.responseMs}>{(time) => <span>{ms(time())}</span>}</Show>
        <Show when={props.monitor.checkedAt}>
          {(at) => (
            <span>
              <TextWithTime text="page.updated" at={at()} style="dateTime" />
            </span>
          )}
        </Show>
      </p>
      <Show when={props.monitor.description}>
        <p class="described">{props.monitor.description}</p>
      </Show>
      <Show when={!isStale() && props.monitor.affectedBy.length > 0}>
        <p class="described">{t("status.affectedBy", { names: props.monitor.affectedBy.join(", ") })}</p>
      </Show>
    </header>
  );
}
