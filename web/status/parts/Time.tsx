import { type JSX, Show } from "solid-js";
import type { DateWriting } from "../format.ts";
import { useStatusPage } from "../page_context.tsx";

export function Time(props: { at: string; style: DateWriting["style"] }): JSX.Element {
  const { date } = useStatusPage();
  return (
    <time datetime={props.at} data-style={props.style}>
      {date(props.at, props.style)}
    </time>
  );
}

export function TextWithTime(props: {
  text: string;
  at: string;
  style: DateWriting["style"];
  values?: Readonly<Record<string, string>>;
}): JSX.Element {
  const { t } = useStatusPage();
  const parts = () => t(props.text, props.values).split("{time}");
  return (
    <>
      {parts()[0]}
      <Show when={parts().length > 1}>
        <Time at={props.at} style={props.style} />
      </Show>
      {parts()[1] ?? ""}
    </>
  );
}
