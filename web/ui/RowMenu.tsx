import { Icon } from "./Icon.tsx";
import { Menu } from "./Menu.tsx";
import type { MenuItem } from "./MenuEntry.tsx";

/** What can be done with the thing in a row of a table. */
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
