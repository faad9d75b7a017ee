import { For, Show } from "solid-js";
import type { ShiftAnswer } from "../../../../src/schema/schedule.ts";
import { makeDateFormat } from "../../../lib/date_format.ts";
import { nameOf } from "../../../lib/person.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { isoDay } from "../../../ui/month.ts";
import { text } from "../../text/on_call.ts";
import { daysOf } from "./fortnight.ts";
import "./on_call.css";

export function Fortnight(props: { label: string; dates: readonly Date[]; shifts: readonly ShiftAnswer[] }) {
  return (
    <ol class="fortnight plain" aria-label={props.label}>
      <For each={daysOf(props.dates, props.shifts)}>
        {({ date, shifts }) => (
          <li class="fortnight__day">
            <time class="small soft" datetime={isoDay(date)}>
              {dayOf.format(date)}
            </time>
            <For each={shifts}>
              {(shift) => (
                <span classList={{ fortnight__shift: true, "fortnight__shift--gap": !shift.user }}>
                  <span class="small soft">{timeIn(date, shift.from)}</span>
                  <span class="break">{describeShift(shift)}</span>
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

function describeShift({ user }: ShiftAnswer): string {
  if (!user) return text.gap;
  return user.hasLeft ? text.left(user.email) : nameOf(user);
}

function timeIn(day: Date, from: number): string {
  return from <= day.getTime() ? "" : clock.format(from);
}

const dayOf = makeDateFormat({ weekday: "short", day: "numeric", month: "short" });
const clock = makeDateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
