import { createMemo, For, type JSX } from "solid-js";
import { now } from "../lib/clock.ts";
import { addDays, type Day, dayOf, startOf } from "../lib/time.ts";
import { Button } from "./Button.tsx";
import {
  addMonths,
  dayName,
  formatMonth,
  fullDay,
  type Month,
  monthOf,
  shortName,
  weeksOf,
} from "./month.ts";
import { text } from "./text.ts";

export function MonthCalendar(props: {
  month: Month;
  onChange: (month: Month) => void;
  children: (day: { from: number; to: number }) => JSX.Element[];
  absent: JSX.Element;
}) {
  const weeks = createMemo(() => weeksOf(props.month));
  const move = (by: number) => props.onChange(addMonths(props.month, by));
  const today = createMemo(() => dayOf(now()));
  const isEmpty = () =>
    weeks()
      .flat()
      .every((day) => !day.startsWith(props.month) || contentOf(day).length === 0);
  const contentOf = (day: Day) => props.children({ from: startOf(day), to: startOf(addDays(day, 1)) });

  return (
    <div class="calendar">
      <div class="calendar__head">
        <h2 aria-live="polite">{formatMonth(props.month)}</h2>
        <span class="row">
          <Button isSmall onClick={() => props.onChange(monthOf(Date.now()))}>
            {text.today}
          </Button>
          <Button isSmall icon="left" label={text.previousMonth} onClick={() => move(-1)} />
          <Button isSmall icon="right" label={text.nextMonth} onClick={() => move(1)} />
        </span>
      </div>
      <table class="calendar__grid">
        <caption class="visually-hidden">{formatMonth(props.month)}</caption>
        <thead>
          <tr>
            <For each={weeks()[0]}>
              {(day) => (
                <th scope="col" abbr={dayName.format(startOf(day))}>
                  {shortName.format(startOf(day))}
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={weeks()}>
            {(week) => (
              <tr>
                <For each={week}>
                  {(day) => (
                    <DayCell day={day} isOther={!day.startsWith(props.month)} isToday={day === today()}>
                      {contentOf(day)}
                    </DayCell>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
      {isEmpty() && <p class="calendar__absent">{props.absent}</p>}
    </div>
  );
}

function DayCell(props: { day: Day; isOther: boolean; isToday: boolean; children: JSX.Element[] }) {
  const content = createMemo(() => props.children);
  return (
    <td
      classList={{
        calendar__day: true,
        "calendar__day--other": props.isOther,
        "calendar__day--today": props.isToday,
        "calendar__day--empty": content().length === 0,
      }}
    >
      <time class="calendar__date" datetime={props.day}>
        <span class="calendar__number" aria-hidden="true">
          {Number(props.day.slice(8))}
        </span>
        <span class="calendar__full">{fullDay.format(startOf(props.day))}</span>
      </time>
      {content()}
    </td>
  );
}
