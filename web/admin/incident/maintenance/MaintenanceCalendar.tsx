import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { now } from "../../../lib/clock.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { formatSpan } from "../../../lib/time.ts";
import { MonthCalendar } from "../../../ui/MonthCalendar.tsx";
import { formatMonth, isMonth, monthOf } from "../../../ui/month.ts";
import { text } from "../../text/maintenance.ts";
import { windowsOf } from "./shown_window.ts";

export function MaintenanceCalendar(props: { windows: readonly Maintenance[] }) {
  const month = () => (isMonth(queryOf("month")) ? queryOf("month") : monthOf(Date.now()));
  return (
    <div class="card">
      <MonthCalendar
        month={month()}
        absent={text.noneIn(formatMonth(month()))}
        onChange={(next) => setQuery({ month: next === monthOf(Date.now()) ? "" : next })}
      >
        {({ from, to }) =>
          props.windows
            .flatMap((window) => windowsOf(window, now()))
            .filter((window) => window.startsAt < to && window.endsAt > from)
            .sort((a, b) => a.startsAt - b.startsAt)
            .map((window) => (
              <a
                class={`window window--${window.status}`}
                href={`/admin/maintenance/${window.id}`}
                title={`${window.name}: ${formatSpan(window.startsAt, window.endsAt)}`}
              >
                {window.name}
                <span class="visually-hidden">, {text.statuses[window.status]}</span>
              </a>
            ))
        }
      </MonthCalendar>
    </div>
  );
}
