import { createEffect, For, on, Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { listDeliveries } from "../../api/delivery.ts";
import { text } from "../../text/delivery.ts";
import { DeliveryPanel } from "./DeliveryPanel.tsx";
import { DeliveryBadge, reasonWords, titleOf } from "./DeliveryState.tsx";

const MOST = 5;
/** A change triggers deliveries that are sent a moment later. */
const SENT_MS = 3000;

export default function LatestDeliveries(props: { monitorId: number; turn: string }) {
  const latest = createLoad(
    async (signal, monitorId) => await listDeliveries(signal, { monitorId, limit: MOST }),
    () => props.monitorId,
  );
  createEffect(
    on(
      () => props.turn,
      () => setTimeout(latest.reload, SENT_MS),
      { defer: true },
    ),
  );
  const opened = () => Number(queryOf("delivery")) || 0;
  return (
    <section class="card" aria-labelledby="latest-deliveries">
      <div class="card__head">
        <h2 id="latest-deliveries">{text.notified}</h2>
        <a class="small" href={`/admin/deliveries?monitor=${props.monitorId}`}>
          {text.all}
        </a>
      </div>
      <Loaded load={latest} lines={2}>
        {(found) => (
          <Show
            when={found().items.length > 0}
            fallback={<p class="card__body soft">{text.noneOfMonitor}</p>}
          >
            <ul class="lines plain">
              <For each={found().items}>
                {(delivery) => (
                  <li>
                    <button
                      type="button"
                      class="link break"
                      onClick={() => setQuery({ delivery: String(delivery.id) })}
                    >
                      {text.events[delivery.eventType]}: {delivery.channelName}
                      <span class="visually-hidden">, {titleOf(delivery)}</span>
                    </button>
                    <span class="row small soft">
                      <DeliveryBadge status={delivery.status} />
                      <RelativeTime at={delivery.createdAt} />
                    </span>
                    <Show when={delivery.reason ? reasonWords(delivery.reason) : delivery.lastError}>
                      {(why) => <span class="small soft break">{why()}</span>}
                    </Show>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Loaded>
      <Show when={opened()}>
        {(id) => (
          <DeliveryPanel id={id()} onClose={() => setQuery({ delivery: "" })} onChanged={latest.reload} />
        )}
      </Show>
    </section>
  );
}
