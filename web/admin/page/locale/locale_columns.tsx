import { Show } from "solid-js";
import type { Locale } from "../../../../src/schema/locale.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import type { Column } from "../../../ui/Table.tsx";
import type { LocaleKey } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { ROOT } from "./AddLocaleDialog.tsx";
import { countMissing } from "./wording.ts";

export function columnsOf(
  keys: readonly LocaleKey[],
  itemsOf: (locale: Locale) => MenuItem[],
): readonly Column<Locale>[] {
  return [
    {
      header: text.columns.language,
      kind: "lead",
      cell: (locale) => (
        <span class="row">
          <a class="strong" href={`${ROOT}/${locale.code}`}>
            {locale.name}
          </a>
          <span class="mono soft">{locale.code}</span>
          <Show when={locale.isDefault}>
            <Badge tone="accent">{text.isDefault}</Badge>
          </Show>
          <Show when={!locale.published}>
            <Badge>{text.isHidden}</Badge>
          </Show>
        </span>
      ),
    },
    {
      header: text.columns.texts,
      cell: (locale) => {
        const missing = () => countMissing(locale, keys);
        const own = () => text.own(Object.keys(locale.translations).length);
        return (
          <span class="row">
            <Show when={missing() > 0} fallback={<Badge tone="good">{text.whole}</Badge>}>
              <Badge tone="warn">{text.missing(missing())}</Badge>
            </Show>
            <span class="small soft">{own()}</span>
          </span>
        );
      },
    },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (locale) => (
        <Menu
          label={text.menu(locale.name)}
          trigger={<Icon name="more" />}
          triggerClass="button button--quiet button--icon"
          items={itemsOf(locale)}
        />
      ),
    },
  ];
}
