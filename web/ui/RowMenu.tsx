import { Icon } from "./Icon.tsx";
import { Menu } from "./Menu.tsx";
import type { MenuItem } from "./MenuEntry.tsx";

export function RowMenu(props: { label: string; items: readonly MenuItem[] }) {
  return (
    <Menu
      label={props.label}
      triggerClass="button button--quiet button--small button--icon"
      trigger={<Icon name="more" />}
      items={props.items}
    />
  );
}
