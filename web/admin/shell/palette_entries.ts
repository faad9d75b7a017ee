import type { Accessor } from "solid-js";
import { createMemo } from "solid-js";
import type { Page } from "../../../src/schema/page.ts";
import { createLoad } from "../../lib/load.ts";
import { currentUser } from "../../lib/session.ts";
import { listChannels } from "../api/channel.ts";
import { listIncidents } from "../api/incident.ts";
import { listPages } from "../api/page.ts";
import { followMonitors } from "../live/monitors.ts";
import { pathOf } from "../page/pages/paths.ts";
import { canUse, findPage, mayUse, PAGES } from "../route/pages.ts";
import { text } from "../text/shell.ts";
import { listActions } from "./palette_actions.ts";
import type { PaletteEntry } from "./palette_entry.ts";

const MOST_MONITORS = 20;

function toEntry({ key, name }: Page): PaletteEntry {
  return { choose: pathOf(key, "settings"), label: text.pageNamed(name), icon: "copy", group: "pages" };
}

export function createGoals(search: Accessor<string>): Accessor<PaletteEntry[]> {
  const { role } = currentUser();
  const pages: PaletteEntry[] = PAGES.filter((page) => !page.path.includes("/:") && canUse(role, page)).map(
    (page) => ({
      choose: page.path,
      label: text.pages[page.id],
      icon: page.icon,
      group: "pages",
    }),
  );
  pages.push({ choose: "/", label: text.toPage, icon: "external", group: "pages" });
  const others = mayUse(role, "pages") ? createLoad(listPages) : null;
  const statusPages = () => (others?.data() ?? []).filter(({ isDefault }) => !isDefault).map(toEntry);
  const isSearching = createMemo(() => search().trim() !== "");
  const incidents = mayUse(role, "incidents") ? createFound(isSearching, findIncidents) : () => [];
  const channels = mayUse(role, "channels") ? createFound(isSearching, findChannels) : () => [];
  const entries = findPage("/admin/monitors", role) ? followMonitors().entries : () => [];

  return createMemo(() => {
    const words = search().toLowerCase().split(/\s+/).filter(Boolean);
    const isNamed = (name: string) => words.every((word) => name.toLowerCase().includes(word));
    const monitors = entries().filter((entry) => isNamed(entry.peek().name));
    return [
      ...[...pages, ...statusPages()].filter(({ label }) => isNamed(label)),
      ...monitors.slice(0, MOST_MONITORS).map(
        (entry): PaletteEntry => ({
          choose: `/admin/monitors/${entry.id}`,
          label: entry.peek().name,
          icon: "pulse",
          group: "monitors",
          entry,
        }),
      ),
      ...listActions(words, { role, entries: entries() }),
      ...[...incidents(), ...channels()].filter(({ label }) => words.length > 0 && isNamed(label)),
    ];
  });
}

/** Loaded on the first keystroke: most searches are for a page or a monitor. */
function createFound(
  isWanted: Accessor<boolean>,
  find: (signal: AbortSignal) => Promise<PaletteEntry[]>,
): Accessor<readonly PaletteEntry[]> {
  const load = createLoad(async (signal, wanted: boolean) => (wanted ? await find(signal) : []), isWanted);
  return () => load.data() ?? [];
}

async function findIncidents(signal: AbortSignal): Promise<PaletteEntry[]> {
  const { items } = await listIncidents(signal, { page: 1 });
  return items.map(({ id, title }) => ({
    choose: `/admin/incidents/${id}`,
    label: title,
    icon: "flag",
    group: "incidents",
  }));
}

async function findChannels(signal: AbortSignal): Promise<PaletteEntry[]> {
  const channels = await listChannels(signal);
  return channels.map(({ id, name }) => ({
    choose: `/admin/channels/${id}`,
    label: name,
    icon: "bell",
    group: "channels",
  }));
}
