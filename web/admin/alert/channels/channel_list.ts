import type { Channel } from "../../../../src/schema/channel.ts";
import { language } from "../../../lib/language.ts";

export type ChannelSort = "worst" | "name" | "type";

export interface ChannelFilter {
  search: string;
  state: string;
  type: string;
}

/** Channels that look active but alert nobody come first. */
function rankOf({ enabled, allMonitors, monitorIds }: Channel): number {
  if (!enabled) return 0;
  return allMonitors || monitorIds.length > 0 ? 2 : 1;
}

const collator = new Intl.Collator(language, { numeric: true, sensitivity: "base" });

export function listFitting(
  channels: readonly Channel[],
  { search, state, type }: ChannelFilter,
  { sort, labelOf }: { sort: ChannelSort; labelOf: (type: string) => string },
): Channel[] {
  const wanted = search.toLowerCase();
  const order: Record<ChannelSort, (a: Channel, b: Channel) => number> = {
    worst: (a, b) => rankOf(a) - rankOf(b),
    name: () => 0,
    type: (a, b) => collator.compare(labelOf(a.type), labelOf(b.type)),
  };
  return channels
    .filter(
      (channel) =>
        (state === "" || channel.enabled === (state === "enabled")) &&
        (type === "" || channel.type === type) &&
        [channel.name, channel.key, labelOf(channel.type)].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
    )
    .sort((a, b) => order[sort](a, b) || collator.compare(a.name, b.name) || a.id - b.id);
}
