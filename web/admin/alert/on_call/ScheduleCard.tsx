import { createSignal, Show } from "solid-js";
import type { OnCall, Schedule } from "../../../../src/schema/schedule.ts";
import { createLoad } from "../../../lib/load.ts";
import { nameOf } from "../../../lib/person.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { previewShifts } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";
import { Fortnight } from "./Fortnight.tsx";
import { fortnightFrom } from "./fortnight.ts";
import { HandoverNote } from "./HandoverNote.tsx";
import { OverrideDialog } from "./OverrideDialog.tsx";
import { OverrideList } from "./OverrideList.tsx";

export function ScheduleCard(props: {
  schedule: Schedule;
  turns: OnCall;
  onChanged: () => void;
  onRemove: () => void;
}) {
  const span = fortnightFrom(Date.now());
  const shifts = createLoad(
    async (signal, { timeZone, rotations, overrides }) =>
      await previewShifts(signal, {
        timeZone,
        rotations,
        overrides: overrides.map(({ userId, from, to }) => ({ userId, from, to })),
        from: span.from,
        to: span.to,
      }),
    () => props.schedule,
  );
  const [isAdding, setIsAdding] = createSignal(false);
  const current = () => props.turns.now.find(({ scheduleKey }) => scheduleKey === props.schedule.key);
  const next = () => props.turns.next.find(({ scheduleKey }) => scheduleKey === props.schedule.key);
  return (
    <section class="card card__body stack" aria-label={props.schedule.name}>
      <div class="row row--spread">
        <div class="section__head">
          <h2>{props.schedule.name}</h2>
          <p>{props.schedule.timeZone}</p>
        </div>
        <span class="row">
          <Button isSmall icon="plus" of={props.schedule.name} onClick={() => setIsAdding(true)}>
            {text.addOverride}
          </Button>
          <RowMenu
            label={text.menu(props.schedule.name)}
            items={[
              {
                kind: "link",
                label: text.edit,
                icon: "edit",
                href: `/admin/on-call/${props.schedule.id}`,
              },
              { kind: "action", label: text.remove, icon: "trash", isDanger: true, onSelect: props.onRemove },
            ]}
          />
        </span>
      </div>
      <p class="break">
        {text.now}: <strong>{nameOf(current()?.user, text.nobody)}</strong>
        <Show when={current()?.until}>
          {(until) => <span class="soft"> {text.until(formatMoment(until()))}</span>}
        </Show>
        <Show when={next()}>
          {(found) => (
            <span class="soft">
              {" · "}
              {text.next}: {nameOf(found().user)} {text.from(formatMoment(found().from))}
            </span>
          )}
        </Show>
      </p>
      <HandoverNote schedule={props.schedule} onChanged={props.onChanged} />
      <Loaded load={shifts} lines={4}>
        {(found) => (
          <Fortnight label={text.calendar(props.schedule.name)} days={span.days} shifts={found()} />
        )}
      </Loaded>
      <OverrideList schedule={props.schedule} onChanged={props.onChanged} />
      <Show when={isAdding()}>
        <OverrideDialog
          schedule={props.schedule}
          onClose={() => setIsAdding(false)}
          onSaved={() => {
            setIsAdding(false);
            props.onChanged();
          }}
        />
      </Show>
    </section>
  );
}
