import type { JSX } from "solid-js";
import { Icon, type IconName } from "./Icon.tsx";

const ICONS: Record<Tone, IconName> = { info: "info", good: "check", warn: "warning", bad: "warning" };

type Tone = "info" | "good" | "warn" | "bad";

export function Notice(props: { tone: Tone; isSummary?: boolean; children: JSX.Element }) {
  return (
    <div
      class={`notice notice--${props.tone}`}
      role={props.isSummary ? "alert" : undefined}
      tabindex={props.isSummary ? -1 : undefined}
      data-summary={props.isSummary ? "" : undefined}
    >
      <Icon name={ICONS[props.tone]} />
      <div class="notice__body">{props.children}</div>
    </div>
  );
}
