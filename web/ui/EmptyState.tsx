import type { JSX } from "solid-js";
import { Icon, type IconName } from "./Icon.tsx";

export function EmptyState(props: { icon: IconName; title: string; children: JSX.Element }) {
  return (
    <div class="state">
      <span class="state__mark">
        <Icon name={props.icon} />
      </span>
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}
