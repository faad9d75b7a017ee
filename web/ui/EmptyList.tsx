import { type JSX, Show } from "solid-js";
import { EmptyState } from "./EmptyState.tsx";
import type { IconName } from "./Icon.tsx";

export interface EmptyWords {
  title: string;
  lead: string;
}

export function EmptyList(props: {
  icon: IconName;
  words: EmptyWords;
  add?: (() => JSX.Element) | undefined;
}) {
  return (
    <EmptyState icon={props.icon} title={props.words.title}>
      <p>{props.words.lead}</p>
      <Show when={props.add}>{(add) => add()()}</Show>
    </EmptyState>
  );
}
