import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Pages } from "../../../ui/Pages.tsx";
import { listChannels } from "../../api/channel.ts";
import { listDeliveries } from "../../api/delivery.ts";
import { text } from "../../text/delivery.ts";
import { DeliveryFilters, filterInAddress, isFiltered } from "./DeliveryFilters.tsx";
import { DeliveryPanel } from "./DeliveryPanel.tsx";
import { DeliveryTable } from "./DeliveryTable.tsx";

export default function DeliveriesPage() {
  const channels = createLoad(listChannels);
  const deliveries = createLoad(
    async (signal, filter) => await listDeliveries(signal, JSON.parse(filter)),
    () => JSON.stringify(filterInAddress()),
  );
  const opened = () => Number(queryOf("delivery")) || 0;
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <Button icon="refresh" isBusy={deliveries.isLoading()} onClick={deliveries.reload}>
            {text.refresh}
          </Button>
        }
      />
      <div class="stack">
        <DeliveryFilters channels={channels.data() ?? []} />
        <div class="card">
          <Loaded load={deliveries} lines={9}>
            {(found) => (
              <Show when={found().items.length > 0} fallback={<Nothing />}>
                <DeliveryTable rows={found().items} onChanged={deliveries.reload} />
              </Show>
            )}
          </Loaded>
        </div>
        <Show when={deliveries.data()}>
          {(found) => (
            <Show when={found().total > found().limit}>
              <Pages
                page={found().page}
                limit={found().limit}
                total={found().total}
                isBusy={deliveries.isLoading()}
                onChange={(page) => setQuery({ page: page === 1 ? "" : String(page) })}
              />
            </Show>
          )}
        </Show>
      </div>
      <Show when={opened()}>
        {(id) => (
          <DeliveryPanel id={id()} onClose={() => setQuery({ delivery: "" })} onChanged={deliveries.reload} />
        )}
      </Show>
    </>
  );
}

function Nothing() {
  const words = () => (isFiltered() ? text.noMatch : text.empty);
  return (
    <EmptyState icon="send" title={words().title}>
      <p>{words().lead}</p>
      <Show when={!isFiltered()}>
        <ButtonLink href="/admin/channels">{text.toChannels}</ButtonLink>
      </Show>
    </EmptyState>
  );
}
