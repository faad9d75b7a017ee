import { Show } from "solid-js";
import { createLoad, followUntil } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { getDelivery } from "../../api/delivery.ts";
import { text } from "../../text/delivery.ts";
import { DeliveryAttempts, DeliveryFacts, SentMessage } from "./DeliveryFacts.tsx";
import { titleOf } from "./DeliveryState.tsx";
import { RetryDelivery } from "./DeliveryTable.tsx";
import "./deliveries.css";

const FOLLOW_MS = 3000;

export function DeliveryPanel(props: { id: number; onClose: () => void; onChanged: () => void }) {
  const found = createLoad(
    async (signal, id) => await getDelivery(id, signal),
    () => props.id,
  );
  followUntil(found, {
    isOver: ({ status }) => status !== "pending",
    everyMs: FOLLOW_MS,
    onOver: () => props.onChanged(),
  });
  const title = () => {
    const delivery = found.data();
    return delivery ? titleOf(delivery) : text.title;
  };
  return (
    <SidePanel title={title()} onClose={() => props.onClose()}>
      <Loaded load={found}>
        {(delivery) => (
          <>
            <DeliveryFacts delivery={delivery()} />
            <Show when={delivery().status === "failed"}>
              <div>
                <RetryDelivery
                  id={delivery().id}
                  onDone={() => {
                    found.reload();
                    props.onChanged();
                  }}
                />
              </div>
            </Show>
            <DeliveryAttempts delivery={delivery()} />
            <SentMessage delivery={delivery()} />
          </>
        )}
      </Loaded>
    </SidePanel>
  );
}
