import { createMemo, For } from "solid-js";
import type { Maintenance } from "../../../../src/schema/maintenance.ts";
import { now } from "../../../lib/clock.ts";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { text } from "../../text/maintenance.ts";
import { createUnseen, windowReach } from "../incidents/placed.ts";
import { shownNow } from "./shown_window.ts";
import { monitorsOf, Name, When } from "./window_cells.tsx";

export type Deed = "end" | "remove";

const GROUPS = ["in_progress", "not_started", "completed"] as const;

export function MaintenanceList(props: {
  windows: readonly Maintenance[];
  onAsk: (deed: Deed, window: Maintenance) => void;
}) {
  const isUnseen = createUnseen();
  const columns: readonly Column<Maintenance>[] = [
    {
      header: text.columns.name,
      kind: "lead",
      cell: (window) => <Name window={window} isUnseen={isUnseen(windowReach(window))} />,
    },
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
