import { createSignal, For, Show } from "solid-js";
import type { OwnShifts } from "../../../../src/schema/schedule.ts";
import { now } from "../../../lib/clock.ts";
import { createLoad } from "../../../lib/load.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { listOwnShifts, makeOwnCalendar, removeOwnCalendar } from "../../api/own.ts";
import { text } from "../../text/account.ts";

const COLUMNS: readonly Column<OwnShifts[number]>[] = [
  {
    header: text.shifts.schedule,
    kind: "lead",
    cell: (shift) => (
      <span class="row">
        <span class="strong break">{shift.scheduleName}</span>
        <Show when={(shift.from ?? 0) <= now()}>
          <Badge tone="accent">{text.shifts.now}</Badge>
        </Show>
      </span>
    ),
  },
  {
    header: text.shifts.from,
    cell: ({ from }) => (from === null ? text.shifts.longAgo : formatMoment(from)),
  },
  { header: text.shifts.to, cell: ({ to }) => (to === null ? text.shifts.noEnd : formatMoment(to)) },
];

export function ShiftsTab() {
  const load = createLoad(listOwnShifts);
  return (
    <div class="stack">
      <div class="section__head">
        <h2>{text.shifts.title}</h2>
        <p>{text.shifts.lead}</p>
      </div>
      <div class="card">
        <Loaded load={load} lines={3}>
          {(found) => (
            <Show
              when={found().shifts.length > 0}
              fallback={
                <EmptyState icon="calendar" title={text.shifts.empty.title}>
                  <p>{text.shifts.empty.lead}</p>
                </EmptyState>
              }
            >
              <Table caption={text.shifts.title} columns={COLUMNS} rows={found().shifts} />
            </Show>
          )}
        </Loaded>
      </div>
      <Show when={load.data()}>
        {(found) => <Calendar hasAddress={found().hasCalendar} onChanged={load.reload} />}
      </Show>
    </div>
  );
}

function Calendar(props: { hasAddress: boolean; onChanged: () => void }) {
  const [made, setMade] = createSignal<string[]>([]);
  const make = () =>
    showOutcome(async () => {
      setMade([(await makeOwnCalendar()).url]);
      props.onChanged();
      return text.shifts.made;
    });
  const revoke = () =>
    showOutcome(async () => {
      await removeOwnCalendar();
      setMade([]);
      props.onChanged();
      return text.shifts.revoked;
    });
  return (
    <>
      <div class="section__head">
        <h2>{text.shifts.calendar}</h2>
        <p>{text.shifts.calendarLead}</p>
      </div>
      <For each={made()}>
        {(url) => (
          <div class="stack stack--tight">
            <CopyField label={text.shifts.address} value={url} />
            <p class="small soft">{text.shifts.addressHint}</p>
          </div>
        )}
      </For>
      <div class="row">
        <Button onClick={make}>{props.hasAddress ? text.shifts.renew : text.shifts.make}</Button>
        <Show when={props.hasAddress}>
          <Button variant="quiet" onClick={revoke}>
            {text.shifts.revoke}
          </Button>
        </Show>
      </div>
    </>
  );
}
