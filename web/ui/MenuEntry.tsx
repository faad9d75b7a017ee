import { Show } from "solid-js";
import { Icon, type IconName } from "./Icon.tsx";

export type MenuItem =
  | { kind: "line" }
  | { kind: "link"; label: string; icon?: IconName; href: string }
  | {
      kind: "action";
      label: string;
      icon?: IconName;
      isDanger?: boolean;
      isChosen?: boolean;
      onSelect: () => void;
    };

export function MenuEntry(props: { item: MenuItem; onDone: () => void }) {
  const item = props.item;
  if (item.kind === "line") return <hr class="menu__line" />;
  const face = () => (
    <>
      <Show when={item.icon}>{(name) => <Icon name={name()} />}</Show>
      <span>{item.label}</span>
      <Show when={item.kind === "action" && item.isChosen}>
        <Icon name="check" />
      </Show>
    </>
  );
  if (item.kind === "link") {
    return (
      <a class="menu__item" role="menuitem" data-entry href={item.href} onClick={() => props.onDone()}>
        {face()}
      </a>
    );
  }
  const role =
    item.isChosen === undefined
      ? ({ role: "menuitem" } as const)
      : ({ role: "menuitemradio", "aria-checked": item.isChosen } as const);
  return (
    <button
      type="button"
      class={`menu__item${item.isDanger ? " menu__item--danger" : ""}`}
      {...role}
      data-entry
      onClick={() => {
        props.onDone();
        item.onSelect();
      }}
    >
      {face()}
    </button>
  );
}
