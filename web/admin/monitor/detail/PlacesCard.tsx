import { createEffect, createMemo, createSignal, on, Show } from "solid-js";
import { MINUTE_MS } from "../../../../src/lib/units.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import type { LastChecks } from "../../../../src/schema/monitor_history.ts";
import { HOME } from "../../../../src/schema/place.ts";
import { createLoad } from "../../../lib/load.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { checkMonitorNow, getLastChecks } from "../../api/monitor.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text as monitorText } from "../../text/monitor.ts";
import { text as placeText } from "../../text/place.ts";
import { PlaceMark } from "../monitors/PlaceMark.tsx";
import { placeName } from "../place_name.ts";

const text = placeText.card;

type PlaceRow = LastChecks["places"][number];

const columnsOf = (monitor: Monitor): readonly Column<PlaceRow>[] => [
  {
    header: text.columns.place,
    kind: "lead",
    cell: ({ place }) =>
      place === HOME && monitor.agent ? placeText.agent(monitor.agent) : placeName(place),
  },
  {
    header: text.columns.status,
    cell: ({ status, message }) => (
      <div>
        <PlaceMark status={status} />
        <Show when={status !== "up"}>
          <p class="small soft break">{message}</p>
        </Show>
      </div>
    ),
  },
  {
    header: text.columns.response,
    cell: ({ responseMs }) => (responseMs === null ? text.none : monitorText.ms(responseMs)),
  },
  { header: text.columns.at, cell: ({ at }) => <RelativeTime at={at} /> },
  { header: text.columns.colo, cell: ({ colo }) => colo ?? text.none },
];

export function PlacesCard(props: { monitor: Monitor }) {
  const { take } = followMonitors();
  const load = createLoad(
    async (signal, id) => await getLastChecks(signal, { id, limit: 1 }),
    () => props.monitor.id,
  );
  // Changes on another outcome and once a minute, because regions may have been asked again.
  const turn = createMemo(() => {
    const { currentStatus, message, lastCheckedAt } = props.monitor;
    return `${currentStatus} ${message.replace(/\d+/g, "")} ${Math.floor((lastCheckedAt ?? 0) / MINUTE_MS)}`;
  });
  createEffect(on(turn, load.reload, { defer: true }));
  const [isBusy, setIsBusy] = createSignal(false);

  async function ask(): Promise<void> {
    setIsBusy(true);
    await showOutcome(async () => {
      await checkMonitorNow(props.monitor.id, "all");
      await take(props.monitor.id);
      return text.asked;
    });
    load.reload();
    setIsBusy(false);
  }

  return (
    <section class="card" aria-labelledby="places">
      <div class="card__head">
        <h2 id="places">{text.title}</h2>
        <Show when={!props.monitor.paused}>
          <Button isSmall icon="refresh" isBusy={isBusy()} onClick={() => void ask()}>
            {text.ask}
          </Button>
        </Show>
      </div>
      <div class="card__body stack">
        <Loaded load={load} lines={3}>
          {(found) => (
            <>
              <Show when={found().isOneMachine}>
                <p class="small soft">{placeText.oneMachine}</p>
              </Show>
              <Show when={found().places.length > 0} fallback={<p class="soft">{text.empty}</p>}>
                <Table caption={text.title} columns={columnsOf(props.monitor)} rows={found().places} isTop />
              </Show>
            </>
          )}
        </Loaded>
      </div>
    </section>
  );
}
