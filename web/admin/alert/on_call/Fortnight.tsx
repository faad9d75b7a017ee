import { For, Show } from "solid-js";
import type { ShiftResponse } from "../../../../src/schema/schedule.ts";
import { makeDateFormat } from "../../../lib/date_format.ts";
import { nameOf } from "../../../lib/person.ts";
import { type Day, startOf } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { text } from "../../text/on_call.ts";
import { shiftsByDay } from "./fortnight.ts";
import "./on_call.css";

export function Fortnight(props: { label: string; days: readonly Day[]; shifts: readonly ShiftResponse[] }) {
  return (
    <ol class="fortnight plain" aria-label={props.label}>
      <For each={shiftsByDay(props.days, props.shifts)}>
        {({ day, shifts }) => (
          <li class="fortnight__day">
            <time class="small soft" datetime={day}>
              {dayName.format(startOf(day))}
            </time>
            <For each={shifts}>
              {(shift) => (
                <span classList={{ fortnight__shift: true, "fortnight__shift--gap": !shift.user }}>
                  <span class="small soft">{timeIn(day, shift.from)}</span>
                  <span class="break">
                    <BeforeAt words={describeShift(shift)} />
                  </span>
                  <Show when={shift.isOverride}>
                    <Badge tone="accent">{text.override}</Badge>
                  </Show>
                </span>
              )}
            </For>
          </li>
        )}
      </For>
    </ol>
  );
}

function describeShift({ user }: ShiftResponse): string {
  if (!user) return text.gap;
  return user.hasLeft ? text.left(user.email) : nameOf(user);
}

function BeforeAt(props: { words: string }) {
  return (
    <For each={props.words.split(/(?=@)/)}>
      {(part) => (
        <>
          <wbr />
          {part}
        </>
      )}
    </For>
  );
}

function timeIn(day: Day, from: number): string {
  return from <= startOf(day) ? "" : clock.format(from);
}

const dayName = makeDateFormat({ weekday: "short", day: "numeric", month: "short" });
const clock = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
