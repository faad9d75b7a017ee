import { createMemo, createSignal, Show } from "solid-js";
import type { Maintenance, Occurrence } from "../../../../src/schema/maintenance.ts";
import { now } from "../../../lib/clock.ts";
import { formatMoment, formatSpan } from "../../../lib/time.ts";
import { Badge } from "../../../ui/Badge.tsx";
import type { MenuItem } from "../../../ui/MenuEntry.tsx";
import { RowMenu } from "../../../ui/RowMenu.tsx";
import { Section } from "../../../ui/Section.tsx";
import { type Column, Table } from "../../../ui/Table.tsx";
import { showFault, showToast } from "../../../ui/toast.ts";
import { restoreOccurrence, skipOccurrence } from "../../api/maintenance.ts";
import { text } from "../../text/recurrence.ts";
import { MoveOccurrence } from "./MoveOccurrence.tsx";

interface Row {
  at: number;
  label: string;
  state: keyof typeof text.states;
  occurrence: Occurrence | null;
}

export function Occurrences(props: { stored: Maintenance; onChanged: (stored: Maintenance) => void }) {
  const [latest, setLatest] = createSignal(props.stored);
  const [moving, setMoving] = createSignal<Occurrence>();
  const rows = createMemo(() => rowsOf(latest(), now()));

  function take(stored: Maintenance, message: string): void {
    setLatest(stored);
    props.onChanged(stored);
    showToast(message);
  }
  async function decide(row: Row, deed: typeof skipOccurrence, message: string): Promise<void> {
    try {
      take(await deed(latest(), row.at), message);
    } catch (thrown) {
      showFault(thrown);
    }
  }
  function actionsFor(row: Row): MenuItem[] {
    const { occurrence, state } = row;
    const restore = () => void decide(row, restoreOccurrence, text.restored);
    if (!occurrence) return [{ kind: "action", label: text.restore, onSelect: restore }];
    const isRunning = state === "running";
    const move = isRunning ? text.moveEnd : text.move;
    return [
      { kind: "action", label: move, onSelect: () => setMoving(occurrence) },
      ...(state === "moved" ? [{ kind: "action" as const, label: text.restore, onSelect: restore }] : []),
      ...(isRunning
        ? []
        : [
            {
              kind: "action" as const,
              label: text.skip,
              onSelect: () => void decide(row, skipOccurrence, text.skipped),
            },
          ]),
    ];
  }
  const columns: readonly Column<Row>[] = [
    { header: text.columns.when, kind: "lead", cell: (row) => row.label },
    { header: text.columns.state, cell: (row) => <Badge>{text.states[row.state]}</Badge> },
    {
      header: text.columns.actions,
      kind: "end",
      cell: (row) => <RowMenu label={text.menu(row.label)} items={actionsFor(row)} />,
    },
  ];
  return (
    <Section title={text.occurrences} lead={text.occurrencesLead}>
      <Show when={rows().length > 0} fallback={<p>{text.noneNext}</p>}>
        <Table caption={text.caption} columns={columns} rows={rows()} />
      </Show>
      <Show when={moving()} keyed>
        {(occurrence) => (
          <MoveOccurrence
            stored={latest()}
            occurrence={occurrence}
            onClose={() => setMoving(undefined)}
            onMoved={(stored) => take(stored, text.moved)}
          />
        )}
      </Show>
    </Section>
  );
}

function rowsOf({ occurrences, skipped }: Maintenance, now: number): Row[] {
  const taking = occurrences.map((occurrence): Row => {
    const { occurrenceAt: at, startsAt, endsAt, moved } = occurrence;
    const state = startsAt <= now ? "running" : moved ? "moved" : "planned";
    return { at, label: formatSpan(startsAt, endsAt), state, occurrence };
  });
  const left = skipped.map(
    (at): Row => ({ at, label: formatMoment(at), state: "skipped", occurrence: null }),
  );
  const timeOf = ({ occurrence, at }: Row) => occurrence?.startsAt ?? at;
  return [...taking, ...left].sort((a, b) => timeOf(a) - timeOf(b));
}
