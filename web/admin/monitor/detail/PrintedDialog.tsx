import { Show } from "solid-js";
import type { Ping } from "../../../../src/schema/ping.ts";
import { createLoad } from "../../../lib/load.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { getPing } from "../../api/ping.ts";
import { text } from "../../text/cron_job.ts";

export function PrintedDialog(props: { monitorId: number; ping: Ping; onClose: () => void }) {
  const wanted = { monitorId: props.monitorId, pingId: props.ping.id };
  const load = createLoad(async (signal) => await getPing(signal, wanted));
  return (
    <Dialog
      title={`${text.runs.kinds[props.ping.kind]}, ${formatMoment(props.ping.at)}`}
      isWide
      onClose={props.onClose}
    >
      <Loaded load={load} lines={4}>
        {(found) => (
          <>
            <pre class="printed">{found().body}</pre>
            <Show when={found().isCut}>
              <p class="small soft">{text.runs.cut}</p>
            </Show>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
