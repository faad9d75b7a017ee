import { createMemo, For, Show } from "solid-js";
import { markdownText } from "../../../../src/lib/markdown_text.ts";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { now } from "../../../lib/clock.ts";
import { formatSpan } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { text } from "../../text/maintenance.ts";
import { text as recurrenceText } from "../../text/recurrence.ts";
import { shownNow } from "./shown_window.ts";

/** What the list asks its page to do to a window. */
export type Deed = "end" | "remove";

const GROUPS = ["in_progress", "not_started", "completed"] as const;

/** A window changes its group by itself when its time comes. */
export function MaintenanceList(props: {
  windows: readonly Maintenance[];
  onAsk: (deed: Deed, window: Maintenance) => void;
}) {
  const columns: readonly Column<Maintenance>[] = [
    { header: text.columns.name, kind: "lead", cell: (window) => <Name window={window} /> },
    { header: text.columns.when, cell: (window) => <When window={window} /> },
    { header: text.columns.monitors, cell: (window) => monitorsOf(window) },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (window) => (
        <RowMenu
          label={text.menu(window.name)}
          items={actionsFor(window, (deed) => props.onAsk(deed, window))}
        />
      ),
    },
  ];
  const groups = createMemo(() => {
    const current = props.windows.map((window) => shownNow(window, now()));
    return GROUPS.map((status) => ({
      status,
      windows: current
        .filter((window) => window.status === status)
        .sort((a, b) => (status === "completed" ? b.endsAt - a.endsAt : a.startsAt - b.startsAt)),
    })).filter(({ windows }) => windows.length > 0);
  });
  return (
    <div class="stack stack--loose windows">
      <For each={groups()}>
        {({ status, windows }) => (
          <section class="stack stack--tight">
            <h2>{text.groups[status]}</h2>
            <div class="card">
              <Table caption={text.groups[status]} columns={columns} rows={windows} isTop />
            </div>
          </section>
        )}
      </For>
    </div>
  );
}

function Name(props: { window: Maintenance }) {
  return (
    <span class="table__main">
      <a class="strong" href={`/admin/maintenance/${props.window.id}`}>
        {props.window.name}
      </a>
      <Show when={props.window.description}>
        <span class="small soft clamp">{markdownText(props.window.description)}</span>
      </Show>
      <Show when={props.window.recurrence}>
        {(rule) => (
          <span>
            <Badge>{recurrenceText.again(rule().every, rule().interval)}</Badge>
          </span>
        )}
      </Show>
      <Show when={!props.window.notifySubscribers}>
        <span>
          <Badge>{text.quiet}</Badge>
        </span>
      </Show>
    </span>
  );
}

function When(props: { window: Maintenance }) {
  const { status, startsAt, endsAt } = props.window;
  const [word, at] =
    status === "not_started"
      ? [text.startsIn, startsAt]
      : [status === "in_progress" ? text.endsIn : text.endedAgo, endsAt];
  return (
    <span class="table__main">
      <span>{formatSpan(startsAt, endsAt)}</span>
      <span class="small soft">
        {word} <RelativeTime at={at} />
      </span>
    </span>
  );
}

function monitorsOf({ allMonitors, monitorIds }: Maintenance): string {
  return allMonitors ? text.allMonitors : text.monitors(monitorIds.length);
}

function actionsFor(window: Maintenance, ask: (deed: Deed) => void): MenuItem[] {
  const end: MenuItem[] =
    window.status === "in_progress" ? [{ kind: "action", label: text.end, onSelect: () => ask("end") }] : [];
  return [
    { kind: "link", label: text.edit, href: `/admin/maintenance/${window.id}` },
    ...end,
    { kind: "line" },
    { kind: "action", label: text.remove, isDanger: true, onSelect: () => ask("remove") },
  ];
}
