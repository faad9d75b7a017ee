import { createEffect, For, on, Show } from "solid-js";
import type { OnCall } from "../../../src/schema/schedule.ts";
import { now } from "../../lib/clock.ts";
import { createLoad } from "../../lib/load.ts";
import { nameOf } from "../../lib/person.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { getOnCall } from "../api/schedule.ts";
import { text } from "../text/dashboard.ts";
import { BoardCard } from "./BoardCard.tsx";

const RELOAD_MS = 60_000;

export function OnCallCard() {
  const load = createLoad(getOnCall);
  let askedAt = now();
  createEffect(
    on(
      now,
      (at) => {
        if (at - askedAt < RELOAD_MS || load.isLoading()) return;
        askedAt = at;
        load.reload();
      },
      { defer: true },
    ),
  );
  return (
    <Show when={load.data()?.now.length ? load.data() : undefined}>
      {(found) => (
        <BoardCard title={text.onCall} link={{ href: "/admin/account?tab=shifts", label: text.onCallMine }}>
          <ul class="lines plain">
            <For each={found().now}>
              {(one) => <Line one={one} next={nextOf(found(), one.scheduleKey)} />}
            </For>
          </ul>
        </BoardCard>
      )}
    </Show>
  );
}

function Line(props: { one: OnCall["now"][number]; next: OnCall["next"][number] | undefined }) {
  const person = () => (props.one.user?.hasLeft ? null : props.one.user);
  return (
    <li>
      <span class="break">
        <span class="strong">{nameOf(person(), text.onCallNobody)}</span>
        <span class="small soft"> {props.one.scheduleName}</span>
      </span>
      <Show when={props.one.handover}>
        {(note) => (
          <p class="small lines-kept break on-call-note">
            <span class="soft">{text.onCallNote(note().by)}</span> {note().text}
          </p>
        )}
      </Show>
      <Show when={props.next}>
        {(next) => (
          <span class="small soft break">
            {text.onCallNext(nameOf(next().user))} <RelativeTime at={next().from} />
          </span>
        )}
      </Show>
    </li>
  );
}

function nextOf({ next }: OnCall, key: string): OnCall["next"][number] | undefined {
  return next.find(({ scheduleKey }) => scheduleKey === key);
}
