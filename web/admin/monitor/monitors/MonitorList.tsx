import { createEffect, createMemo, createSignal, For, onCleanup, Show } from "solid-js";
import { Icon } from "../../../ui/Icon.tsx";
import { VirtualRows } from "../../../ui/VirtualRows.tsx";
import { monitors } from "../../live/monitors.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/monitor.ts";
import type { Choice } from "./choice.ts";
import { GroupRow } from "./GroupRow.tsx";
import { makeGlances } from "./glances.ts";
import type { Line, Sort } from "./list_rules.ts";
import { MonitorRow } from "./MonitorRow.tsx";

const WIDE = "(min-width: 60rem)";
/** As in monitors.css: twenty rows and the header fit on a laptop screen. */
const HEIGHTS = {
  wide: { monitor: 27, failing: 48, group: 30 },
  narrow: { monitor: 100, failing: 122, group: 40 },
};
const COLUMNS = ["name", "tags", "status", "beats", "uptime", "response", "checked", "type"] as const;

type Column = (typeof COLUMNS)[number];

/** What each order puts first: the worst status, the latest check, the slowest response. */
const ORDERS: Readonly<Partial<Record<Column, "ascending" | "descending">>> = {
  name: "ascending",
  status: "descending",
  response: "descending",
  checked: "descending",
  type: "ascending",
} satisfies Record<Sort, "ascending" | "descending">;

interface Sorting {
  value: () => Sort;
  set: (sort: Sort) => void;
}

export function MonitorList(props: { lines: readonly Line[]; total: number; choice: Choice; sort: Sorting }) {
  const media = window.matchMedia(WIDE);
  const [isWide, setIsWide] = createSignal(media.matches);
  const follow = () => setIsWide(media.matches);
  media.addEventListener("change", follow);
  const glances = makeGlances();
  onCleanup(() => {
    media.removeEventListener("change", follow);
    glances.stop();
  });

  const chosen = () => props.choice.ids().length;
  const isAll = () => chosen() > 0 && chosen() === props.total;
  const heightOf = createMemo(() => {
    monitors.round();
    const heights = isWide() ? HEIGHTS.wide : HEIGHTS.narrow;
    return (line: Line) =>
      heights[line.kind === "monitor" && isFailing(line.entry.peek()) ? "failing" : line.kind];
  });

  return (
    <table class="mlist" aria-label={text.title} aria-rowcount={props.lines.length + 1}>
      <thead>
        <tr class="mrow mrow--head" aria-rowindex={1}>
          <th scope="col" class="mrow__choose">
            <input
              type="checkbox"
              aria-label={text.chooseAll}
              checked={isAll()}
              ref={(box) => createEffect(() => (box.indeterminate = chosen() > 0 && !isAll()))}
              onChange={(event) => props.choice.setAll(event.currentTarget.checked)}
            />
          </th>
          <For each={COLUMNS}>
            {(column) => (
              <th
                scope="col"
                class={`mrow__${column}`}
                aria-sort={props.sort.value() === column ? ORDERS[column] : undefined}
              >
                <Show when={column in ORDERS} fallback={text.columns[column]}>
                  <SortButton column={column as Sort} sort={props.sort} />
                </Show>
              </th>
            )}
          </For>
        </tr>
      </thead>
      <VirtualRows
        class="mlist__rows"
        items={props.lines}
        heightOf={heightOf()}
        onShow={(lines) =>
          glances.want(lines.flatMap((line) => (line.kind === "monitor" ? [line.entry.id] : [])))
        }
      >
        {(line, index) =>
          line.kind === "group" ? (
            <GroupRow line={line} index={index} />
          ) : (
            <MonitorRow
              entry={line.entry}
              index={index}
              isChosen={props.choice.has(line.entry.id)}
              onChoose={(isChosen) => props.choice.set(line.entry.id, isChosen)}
            />
          )
        }
      </VirtualRows>
    </table>
  );
}

function SortButton(props: { column: Sort; sort: Sorting }) {
  return (
    <button type="button" class="table__sort" onClick={() => props.sort.set(props.column)}>
      {text.columns[props.column]}
      <Show when={props.sort.value() === props.column}>
        <Icon name={ORDERS[props.column] === "ascending" ? "up" : "down"} />
      </Show>
    </button>
  );
}
