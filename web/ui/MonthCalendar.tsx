import { createMemo, For, type JSX } from "solid-js";
import { Button } from "./Button.tsx";
import { text } from "./text.ts";

const LOCALE = "en";
const monthName = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric" });
const dayName = new Intl.DateTimeFormat(LOCALE, { weekday: "long" });
const shortName = new Intl.DateTimeFormat(LOCALE, { weekday: "short" });
const fullDay = new Intl.DateTimeFormat(LOCALE, { weekday: "long", day: "numeric", month: "long" });

/** A month such as "2026-08". */
export type Month = string;

export function monthOf(at: number): Month {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

export function isMonth(value: string): value is Month {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
}

export function formatMonth(month: Month): string {
  return monthName.format(firstOf(month));
}

/** A month from Monday to Sunday; what a day holds is the caller's. On narrow screens days without anything are left out. */
export function MonthCalendar(props: {
  month: Month;
  onChange: (month: Month) => void;
  /** What happens on the day that begins and ends there; nothing for a day without anything. */
  children: (day: { from: number; to: number }) => JSX.Element[];
  absent: JSX.Element;
}) {
  const weeks = createMemo(() => weeksOf(props.month));
  const move = (by: number) => {
    const date = firstOf(props.month);
    date.setMonth(date.getMonth() + by);
    props.onChange(monthOf(date.getTime()));
  };
  const today = new Date().toDateString();
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
                  {(date) => {
                    const content = createMemo(() => contentOf(date));
                    return (
                      <td
                        classList={{
                          calendar__day: true,
                          "calendar__day--other": monthOf(date.getTime()) !== props.month,
                          "calendar__day--today": date.toDateString() === today,
                          "calendar__day--empty": content().length === 0,
                        }}
                      >
                        <time class="calendar__date" datetime={isoDay(date)}>
                          <span class="calendar__number" aria-hidden="true">
                            {date.getDate()}
                          </span>
                          <span class="calendar__full">{fullDay.format(date)}</span>
                        </time>
                        {content()}
                      </td>
                    );
                  }}
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

function firstOf(month: Month): Date {
  return new Date(`${month}-01T00:00:00`);
}

function nextDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
}

function weeksOf(month: Month): Date[][] {
  const first = firstOf(month);
  const back = (first.getDay() + 6) % 7;
  const start = new Date(first.getFullYear(), first.getMonth(), 1 - back);
  const weeks: Date[][] = [];
  for (let day = start; weeks.length === 0 || monthOf(day.getTime()) === month; ) {
    const week: Date[] = [];
    for (let i = 0; i < 7; i++, day = nextDay(day)) week.push(day);
    weeks.push(week);
  }
  return weeks;
}

function isoDay(date: Date): string {
  return `${monthOf(date.getTime())}-${String(date.getDate()).padStart(2, "0")}`;
}
