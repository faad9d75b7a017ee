import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { currentUser } from "../../../lib/session.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { MonitorActions } from "../../action/MonitorActions.tsx";
import { listDeliveries } from "../../api/delivery.ts";
import { mayUse } from "../../route/pages.ts";
import { text } from "../../text/delivery.ts";
import { ChannelPicker } from "../channels/ChannelPicker.tsx";
import { DeliveryPanel } from "./DeliveryPanel.tsx";
import { DeliveryTable } from "./DeliveryTable.tsx";

const MOST = 10;

export default function MonitorAlerts(props: { monitorId: number }) {
  const latest = createLoad(
    async (signal, monitorId) => await listDeliveries(signal, { monitorId, limit: MOST }),
    () => props.monitorId,
  );
  const opened = () => Number(queryOf("delivery")) || 0;
  return (
    <div class="stack">
      <ChannelPicker monitorId={props.monitorId} />
      <Show when={mayUse(currentUser().role, "actions")}>
        <MonitorActions monitorId={props.monitorId} />
      </Show>
      <section class="card" aria-label={text.ofMonitor}>
        <div class="card__head">
          <h2>{text.ofMonitor}</h2>
          <a href={`/admin/deliveries?monitor=${props.monitorId}`}>{text.all}</a>
        </div>
        <Loaded load={latest} lines={3}>
          {(found) => (
            <Show
              when={found().items.length > 0}
              fallback={<p class="card__body soft">{text.noneOfMonitor}</p>}
            >
              <DeliveryTable rows={found().items} onChanged={latest.reload} />
            </Show>
          )}
        </Loaded>
      </section>
      <Show when={opened()}>
        {(id) => (
          <DeliveryPanel id={id()} onClose={() => setQuery({ delivery: "" })} onChanged={latest.reload} />
        )}
      </Show>
    </div>
  );
}
