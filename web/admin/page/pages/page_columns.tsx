import { Show } from "solid-js";
import type { Page } from "../../../../src/schema/page.ts";
import { currentUser } from "../../../lib/session.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import type { Column } from "../../../ui/Table.tsx";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/pages.ts";
import { OverallBadge } from "./OverallBadge.tsx";
import { pathOf } from "./paths.ts";

interface PageDeeds {
  duplicate: (page: Page) => void;
  remove: (page: Page) => void;
}

export function addressOf({ url, key, isDefault }: Page): string {
  return url ?? (isDefault ? "/" : `/p/${key}/`);
}

export function columnsOf(deeds: PageDeeds): readonly Column<Page>[] {
  return [
    {
      header: text.columns.page,
      kind: "lead",
      cell: (page) => (
        <span class="stack stack--tight">
          <span class="row">
            <a class="strong" href={pathOf(page.key, "settings")}>
              {page.name}
            </a>
            <Show when={page.isDefault}>
              <Badge tone="accent">{text.isDefault}</Badge>
            </Show>
          </span>
          <span class="small soft">{addressOf(page)}</span>
        </span>
      ),
    },
    {
      header: text.columns.status,
      cell: ({ overall }) => <OverallBadge overall={overall} />,
    },
    { header: text.columns.access, cell: ({ access }) => text.modes[access] },
    { header: text.columns.subscribers, cell: ({ subscribers }) => String(subscribers) },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (page) => (
        <Menu
          label={text.menu(page.name)}
          trigger={<Icon name="more" />}
          triggerClass="button button--quiet button--icon"
          items={itemsOf(page, deeds)}
        />
      ),
    },
  ];
}

function itemsOf(page: Page, { duplicate, remove }: PageDeeds): MenuItem[] {
  const { key } = page;
  const removal: MenuItem[] = page.isDefault
    ? []
    : [
        { kind: "line" },
        {
          kind: "action",
          label: text.remove,
          icon: "trash",
          isDanger: true,
          onSelect: () => remove(page),
        },
      ];
  return [
    { kind: "link", label: text.settings, icon: "edit", href: pathOf(key, "settings") },
    { kind: "link", label: text.layout, icon: "layout", href: pathOf(key, "layout") },
    { kind: "link", label: text.branding, icon: "palette", href: pathOf(key, "branding") },
    { kind: "link", label: text.subscribers, icon: "mail", href: pathOf(key, "subscribers") },
    { kind: "link", label: text.feeds, icon: "link", href: pathOf(key, "subscriptions") },
    ...(mayUse(currentUser().role, "mirror")
      ? [{ kind: "link", label: text.copy, icon: "copy", href: pathOf(key, "static-copy") } as const]
      : []),
    { kind: "action", label: text.duplicate, icon: "copy", onSelect: () => duplicate(page) },
    ...removal,
  ];
}
