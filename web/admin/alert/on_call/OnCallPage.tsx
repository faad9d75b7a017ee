import { createSignal, For, Show } from "solid-js";
import type { Schedule } from "../../../../src/schema/schedule.ts";
import { createLoad } from "../../../lib/load.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { EmptyList } from "../../../ui/EmptyList.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { RemoveDialog } from "../../../ui/RemoveDialog.tsx";
import { getOnCall, listSchedules, removeSchedule } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";
import { ScheduleCard } from "./ScheduleCard.tsx";

export default function OnCallPage() {
  const load = createLoad(async (signal) => {
    const [schedules, turns] = await Promise.all([listSchedules(signal), getOnCall(signal)]);
    return { schedules, turns };
  });
  const add = () => (
    <ButtonLink variant="primary" icon="plus" href="/admin/on-call/new">
      {text.add}
    </ButtonLink>
  );
  const [removed, setRemoved] = createSignal<Schedule>();
  return (
    <>
      <PageHeader
        title={text.title}
        lead={text.lead}
        actions={
          <div class="row">
            <ButtonLink href="/admin/on-call/report">{text.report.title}</ButtonLink>
            <Show when={load.data()?.schedules.length}>{add()}</Show>
          </div>
        }
      />
      <Loaded load={load} lines={6}>
        {(found) => (
          <div class="stack">
            <For
              each={found().schedules}
              fallback={
                <div class="card">
                  <EmptyList icon="users" words={text.empty} add={add} />
                </div>
              }
            >
              {(schedule) => (
                <ScheduleCard
                  schedule={schedule}
                  turns={found().turns}
                  onChanged={load.reload}
                  onRemove={() => setRemoved(schedule)}
                />
              )}
            </For>
          </div>
        )}
      </Loaded>
      <Show when={removed()}>
        {(schedule) => (
          <RemoveDialog
            what={schedule()}
            ends={() => []}
            words={text}
            remove={({ key }) => removeSchedule(key)}
            onClose={() => setRemoved(undefined)}
            onRemoved={load.reload}
          />
        )}
      </Show>
    </>
  );
}
