import type { JSX } from "solid-js";
import type { PublicUptimeDay } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { barMarkup } from "./bar_markup.ts";
import { writeDays } from "./day_text.ts";

interface Props {
  name: string;
  days: readonly PublicUptimeDay[];
}

export function UptimeBar(props: Props): JSX.Element {
  const { t, day: formatDay, percent } = useStatusPage();
  // Days are in UTC, where it may be tomorrow. Around midnight the page may be older than its last day.
  const nameOf = ({ date }: PublicUptimeDay) =>
    date === props.days.at(-1)?.date ? t("uptime.today") : formatDay(date);
  const describe = (day: PublicUptimeDay): string => {
    const status = t(`uptime.day.${day.status}`);
    const state = day.uptime === null ? status : `${status} · ${percent(day.uptime)}`;
    return [nameOf(day), state, ...day.incidents.map(({ title }) => title)].join(" · ");
  };
  const story = () => {
    const troubled = props.days.filter(({ status }) => status !== "operational" && status !== "none");
    if (troubled.length > 0) return troubled.map(describe).join("; ");
    return t(props.days.some(({ uptime }) => uptime !== null) ? "uptime.allGood" : "uptime.none");
  };
  return (
    <div
      class={props.days.length > 30 ? "bar dense" : "bar"}
      role="img"
      title={`${props.name}, ${t("uptime.days", { n: props.days.length })}: ${story()}`}
      data-days={writeDays(props.days)}
      innerHTML={barMarkup(props.days)}
    />
  );
}
