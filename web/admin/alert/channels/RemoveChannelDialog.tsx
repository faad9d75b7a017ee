import type { Channel } from "../../../../src/schema/channel.ts";
import { createLoad } from "../../../lib/load.ts";
import { RemoveDialog } from "../../../ui/RemoveDialog.tsx";
import { listActions } from "../../api/action.ts";
import { removeChannel } from "../../api/channel.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/channel.ts";

export function RemoveChannelDialog(props: { channel: Channel; onClose: () => void; onRemoved: () => void }) {
  const { find, round } = followMonitors();
  const actions = createLoad(listActions);
  const ends = ({ id, monitorIds, allMonitors }: Channel) => {
    round();
    const monitors = monitorIds.map((one) => find(one)?.peek().name ?? `#${one}`);
    const notifying = actions.data()?.filter(({ failureNotifications: ids }) => ids.includes(id)) ?? [];
    return text.removeEnds(
      allMonitors ? "all" : monitors,
      notifying.map(({ name }) => name),
    );
  };
  return (
    <RemoveDialog
      what={props.channel}
      ends={ends}
      words={text}
      remove={({ id }) => removeChannel(id)}
      onClose={() => props.onClose()}
      onRemoved={() => props.onRemoved()}
    />
  );
}
