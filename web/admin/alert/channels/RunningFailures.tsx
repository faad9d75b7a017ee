import { createMemo, Show } from "solid-js";
import { Notice } from "../../../ui/Notice.tsx";
import { followMonitors } from "../../live/monitors.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/channel.ts";
import { nameSome } from "../../text/some.ts";

export function RunningFailures(props: { isAdded: (monitorId: number) => boolean }) {
  const monitors = followMonitors();
  const names = createMemo(() => {
    monitors.round();
    const added = monitors.entries().filter(({ id }) => props.isAdded(id));
    return added
      .map(({ peek }) => peek())
      .filter(({ paused, confirmedStatus }) => isFailing({ paused, currentStatus: confirmedStatus }))
      .map(({ name }) => name);
  });
  return (
    <div aria-live="polite">
      <Show when={names().length > 0}>
        <Notice tone="info">
          <p>{text.running(nameSome(names()))}</p>
        </Notice>
      </Show>
    </div>
  );
}
