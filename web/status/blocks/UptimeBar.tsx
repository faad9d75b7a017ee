import { createMemo, type JSX, Show } from "solid-js";
import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { barMarkup } from "./bar_markup.ts";
import { makeReadable } from "./reader.ts";

interface Props {
  name: string;
  days: readonly PublicUptimeDay[];
  isStretched: boolean;
  /** Undefined when it is not to be shown, null when there is none. */
  percent: number | null | undefined;
}

export function UptimeBar(props: Props): JSX.Element {
  const { page, t, day: formatDay, percent, isAlive } = useStatusPage();
  let bar!: HTMLDivElement;

  // Days are those of UTC, where it may be tomorrow already.
  const nameOf = ({ date }: PublicUptimeDay) =>
    page().takenAt.startsWith(date) ? t("uptime.today") : formatDay(date);
  const linesOf = (day: PublicUptimeDay): string[] => {
    const status = t(`uptime.day.${day.status}`);
    const state = day.uptime === null ? status : `${status} · ${percent(day.uptime)}`;
    return [nameOf(day), state, ...day.incidents.map(({ title }) => title)];
  };
  const describe = (day: PublicUptimeDay) => linesOf(day).join(" · ");
  const story = () => {
    const troubled = props.days.filter(({ status }) => status !== "operational" && status !== "none");
    if (troubled.length > 0) return troubled.map(describe).join("; ");
    return t(props.days.some(({ uptime }) => uptime !== null) ? "uptime.allGood" : "uptime.none");
  };
  const label = createMemo(() =>
    isAlive()
      ? `${props.name}: ${t("uptime.label")}`
      : `${props.name}, ${t("uptime.days", { n: props.days.length })}: ${story()}`,
  );
  const share = () =>
    props.percent == null ? t("uptime.none") : t("uptime.percent", { percent: percent(props.percent) });

  let marked: Element | undefined;
  makeReadable({
    isAlive,
    element: () => bar,
    count: () => props.days.length,
    linesOf: (index) => linesOf(props.days[index] as PublicUptimeDay),
    mark: (index) => {
      marked?.removeAttribute("data-on");
      marked = index === null ? undefined : bar.children[index];
      marked?.setAttribute("data-on", "");
      return marked ?? null;
    },
  });

  return (
    <div class={props.isStretched ? "uptime stretched" : "uptime"}>
      <div
        ref={bar}
        class="bar"
        role="img"
        aria-label={label()}
        innerHTML={barMarkup(props.days, isAlive() ? null : describe)}
      />
      <Show when={props.isStretched}>
        <p class="scale">
          <span>{t("uptime.days", { n: props.days.length })}</span>
          <Show when={props.percent !== undefined}>
            <span class="pct">{share()}</span>
          </Show>
          <span>{t("uptime.today")}</span>
        </p>
      </Show>
      <Show when={!props.isStretched && props.percent !== undefined}>
        <p class="pct">{props.percent == null ? "–" : percent(props.percent)}</p>
      </Show>
    </div>
  );
}
