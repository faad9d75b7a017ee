import { createEffect, For, Show } from "solid-js";
import { Icon } from "../../../ui/Icon.tsx";
import { text } from "../../text/monitor.ts";
import type { Choice } from "./choice.ts";
import type { Sort } from "./list_rules.ts";

const COLUMNS = ["name", "tags", "status", "beats", "uptime", "response", "checked", "type"] as const;

type Column = (typeof COLUMNS)[number];

const ORDERS: Readonly<Partial<Record<Column, "ascending" | "descending">>> = {
  name: "ascending",
  status: "descending",
  response: "descending",
  checked: "descending",
  type: "ascending",
} satisfies Record<Sort, "ascending" | "descending">;

export interface Sorting {
  value: () => Sort;
  set: (sort: Sort) => void;
}

export function MonitorListHead(props: { total: number; choice: Choice; sort: Sorting }) {
  const chosen = () => props.choice.ids().length;
  const isAll = () => chosen() > 0 && chosen() === props.total;
  return (
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
