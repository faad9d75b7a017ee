import type { JSX } from "solid-js";
import type { DateWriting } from "../format.ts";
import { useStatusPage } from "../page_context.tsx";

export function Time(props: { at: string; style: DateWriting["style"] }): JSX.Element {
  const { date } = useStatusPage();
  return <time datetime={props.at}>{date(props.at, props.style)}</time>;
}

/** A sentence of the texts with a time in it, which stays a time for machines. */
export function TextWithTime(props: { text: string; at: string; style: DateWriting["style"] }): JSX.Element {
  const { t } = useStatusPage();
  const parts = () => t(props.text).split("{time}");
  return (
    <>
      {parts()[0]}
      <Time at={props.at} style={props.style} />
      {parts()[1] ?? ""}
    </>
  );
}
