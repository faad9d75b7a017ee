import type { Accessor } from "solid-js";
import { createMemo } from "solid-js";
import type { Page } from "../../../src/schema/page.ts";
import { createLoad } from "../../lib/load.ts";
import { currentUser } from "../../lib/session.ts";
import type { IconName } from "../../ui/Icon.tsx";
import { listPages } from "../api/page.ts";
import type { Entry } from "../live/entry.ts";
import { followMonitors } from "../live/monitors.ts";
import { pathOf } from "../page/pages/paths.ts";
import { canUse, findPage, mayUse, PAGES } from "../route/pages.ts";
import { text } from "../text/shell.ts";

export interface PaletteEntry {
  href: string;
  label: string;
  icon: IconName;
  group: "pages" | "monitors";
  entry?: Entry;
}

const MOST_MONITORS = 20;

function toEntry({ key, name }: Page): PaletteEntry {
  return { href: pathOf(key, "settings"), label: text.pageNamed(name), icon: "copy", group: "pages" };
}

export function createGoals(search: Accessor<string>): Accessor<PaletteEntry[]> {
  const { role } = currentUser();
  const pages: PaletteEntry[] = PAGES.filter((page) => !page.path.includes("/:") && canUse(role, page)).map(
    (page) => ({
      href: page.path,
      label: text.pages[page.id],
      icon: page.icon,
      group: "pages",
    }),
  );
  pages.push({ href: "/", label: text.toPage, icon: "external", group: "pages" });
  const others = mayUse(role, "pages") ? createLoad(listPages) : null;
  const statusPages = () => (others?.data() ?? []).filter(({ isDefault }) => !isDefault).map(toEntry);
  const entries = findPage("/admin/monitors", role) ? followMonitors().entries : () => [];

  return createMemo(() => {
    const words = search().toLowerCase().split(/\s+/).filter(Boolean);
    const isNamed = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const monitors = entries().filter((entry) => isNamed(entry.peek().name));
    return [
      ...[...pages, ...statusPages()].filter(({ label }) => isNamed(label)),
      ...monitors.slice(0, MOST_MONITORS).map(
        (entry): PaletteEntry => ({
          href: `/admin/monitors/${entry.id}`,
          label: entry.peek().name,
          icon: "pulse",
          group: "monitors",
          entry,
        }),
      ),
    ];
  });
}
