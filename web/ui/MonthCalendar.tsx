import { createMemo, For, type JSX } from "solid-js";
import { now } from "../lib/clock.ts";
import { nextDay } from "../lib/time.ts";
import { Button } from "./Button.tsx";
import {
  dayName,
  firstOf,
  formatMonth,
  fullDay,
  isoDay,
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
  const move = (by: number) => {
    const date = firstOf(props.month);
    date.setMonth(date.getMonth() + by);
    props.onChange(monthOf(date.getTime()));
  };
  const today = createMemo(() => new Date(now()).toDateString());
  const isEmpty = () =>
    weeks()
      .flat()
      .every((date) => contentOf(date).length === 0);
  const contentOf = (date: Date) => props.children({ from: date.getTime(), to: nextDay(date).getTime() });

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
              {(date) => (
                <th scope="col" abbr={dayName.format(date)}>
                  {shortName.format(date)}
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
                  {(date) => (
                    <Day
                      date={date}
                      isOther={monthOf(date.getTime()) !== props.month}
                      isToday={date.toDateString() === today()}
                    >
                      {contentOf(date)}
                    </Day>
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

function Day(props: { date: Date; isOther: boolean; isToday: boolean; children: JSX.Element[] }) {
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
      <time class="calendar__date" datetime={isoDay(props.date)}>
        <span class="calendar__number" aria-hidden="true">
          {props.date.getDate()}
        </span>
        <span class="calendar__full">{fullDay.format(props.date)}</span>
      </time>
      {content()}
    </td>
  );
}
