import type { Channel } from "../../../../src/schema/channel.ts";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { testSavedChannel, updateChannel } from "../../api/channel.ts";
import { text } from "../../text/channel.ts";

export function itemsOf(
  channel: Channel,
  { onRemove, onDone }: { onRemove: (channel: Channel) => void; onDone: () => void },
): MenuItem[] {
  const work = (deed: () => Promise<string>) =>
    showOutcome(async () => {
      const message = await deed();
      onDone();
      return message;
    });
  return [
    { kind: "link", label: text.edit, icon: "edit", href: `/admin/channels/${channel.id}` },
    {
      kind: "action",
      label: text.test,
      icon: "send",
      onSelect: () =>
        void work(async () => {
          await testSavedChannel(channel.id);
          return text.testSent(channel.name);
        }),
    },
    {
      kind: "link",
      label: text.deliveries,
      icon: "history",
      href: `/admin/deliveries?channel=${channel.id}`,
    },
    {
      kind: "action",
      label: channel.enabled ? text.disable : text.enable,
      icon: channel.enabled ? "pause" : "play",
      onSelect: () =>
        void work(async () => {
          const { name, enabled } = await updateChannel(channel.id, { enabled: !channel.enabled });
          return text.switched(name, enabled);
        }),
    },
    { kind: "line" },
    {
      kind: "action",
      label: text.remove,
      icon: "trash",
      isDanger: true,
      onSelect: () => onRemove(channel),
    },
  ];
}
