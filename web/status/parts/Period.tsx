import { For, type JSX } from "solid-js";
import type { PublicMaintenance } from "../../../src/schema/public_page.ts";
import { useStatusPage } from "../page_context.tsx";
import { Time } from "./Time.tsx";

/** Browsers write both times in their own time zone, where a window of one day can end after midnight. */
export function Period(props: { maintenance: PublicMaintenance; text: string }): JSX.Element {
  const { t } = useStatusPage();
  const isOneDay = () => props.maintenance.startsAt.slice(0, 10) === props.maintenance.endsAt.slice(0, 10);
  const endStyle = () => (props.text === "maintenance.period" && isOneDay() ? "time" : "dateTime");
  const times = (placeholder: string): JSX.Element => {
    if (placeholder === "{from}") return <Time at={props.maintenance.startsAt} style="fullTime" />;
    if (placeholder === "{to}") return <Time at={props.maintenance.endsAt} style={endStyle()} />;
    return placeholder;
  };
  const parts = () => t(props.text).split(/(\{from\}|\{to\})/);
  return <For each={parts()}>{times}</For>;
}
