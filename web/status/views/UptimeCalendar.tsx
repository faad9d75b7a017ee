import { For, type JSX, Show } from "solid-js";
import type { PublicMonitor, PublicUptimeDay } from "../../../src/schema/public_page.ts";
import { letterOf } from "../blocks/day_text.ts";
import { formatWeekday } from "../format_words.ts";
import { useStatusPage } from "../page_context.tsx";

const WEEK = [0, 1, 2, 3, 4, 5, 6] as const;

export function UptimeCalendar(props: { uptime: PublicMonitor["uptime"] }): JSX.Element {
  const { t, percent } = useStatusPage();
  const days = () => {
    const first = props.uptime.days.findIndex(({ status }) => status !== "none");
    return props.uptime.days.slice(first < 0 ? -1 : first);
  };
  const months = () => [...Map.groupBy(days(), ({ date }) => date.slice(0, 7)).values()];
  return (
    <section>
      <div class="section-head">
        <h2>{t("uptime.label")}</h2>
        <p class="facts">
          <Show when={days().length > 1}>
            <span>{t("uptime.days", { n: days().length })}</span>
          </Show>
          <Show when={props.uptime.percent} fallback={<span>{t("uptime.none")}</span>}>
            {(known) => <span>{t("uptime.percent", { percent: percent(known() / 100) })}</span>}
          </Show>
        </p>
      </div>
      <div class="calendar">
        <For each={months()}>{(days) => <Month days={days} />}</For>
      </div>
    </section>
  );
}

function Month(props: { days: readonly PublicUptimeDay[] }): JSX.Element {
  const { page, date } = useStatusPage();
  return (
    <figure class="month">
      <figcaption>{date(`${props.days[0]?.date.slice(0, 7)}-15T12:00:00Z`, "month")}</figcaption>
      <div class="week" aria-hidden="true">
        <For each={WEEK}>{(day) => <span>{formatWeekday(day, page().locale, "narrow")}</span>}</For>
      </div>
      <ol>
        <For each={props.days}>{(day) => <Day {...day} />}</For>
      </ol>
    </figure>
  );
}

function Day(props: PublicUptimeDay): JSX.Element {
  const { t, day, percent } = useStatusPage();
  const story = () =>
    [
      t(`uptime.day.${props.status}`),
      ...(props.uptime === null ? [] : [percent(props.uptime)]),
      ...props.incidents.map(({ title }) => title),
    ].join(" · ");
  const weekday = () => (new Date(props.date).getUTCDay() + 6) % 7;
  return (
    <li class={`${letterOf(props.status)} on${weekday()}`} title={`${day(props.date)} · ${story()}`}>
      {Number(props.date.slice(8))}
      <span class="hidden">{` ${story()}`}</span>
    </li>
  );
}
