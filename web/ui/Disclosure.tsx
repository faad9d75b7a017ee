import { createSignal, type JSX } from "solid-js";
import { Icon } from "./Icon.tsx";

export function Disclosure(props: { label: string; isOpen?: boolean; children: JSX.Element }) {
  const [isWanted, setIsWanted] = createSignal<boolean>();
  return (
    <details
      class="disclosure"
      open={isWanted() ?? props.isOpen ?? false}
      onToggle={(event) => setIsWanted(event.currentTarget.open)}
    >
      <summary class="disclosure__label">
        <Icon name="right" />
        {props.label}
      </summary>
      <div class="disclosure__body">{props.children}</div>
    </details>
  );
}
