import { createMemo, For, type JSX, Show } from "solid-js";
import { keepSame } from "../lib/keep_same.ts";
import { Icon } from "./Icon.tsx";

export interface Column<T> {
  header: string;
  cell: (row: T) => JSX.Element;
  kind?: "lead" | "end";
  sort?: { order: () => "ascending" | "descending" | "none"; toggle: () => void };
}

export function Table<T>(props: {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  isTop?: boolean;
}) {
  /** Unchanged rows keep their elements, and with them an open menu. */
  const rows = createMemo<readonly T[]>((before) => keepSame(before, props.rows), []);
  return (
    <table class={`table${props.isTop ? " table--top" : ""}`}>
      <caption class="visually-hidden">{props.caption}</caption>
      <thead>
        <tr>
          <For each={props.columns}>
            {(column) => (
              <th scope="col" class={classOf(column)} aria-sort={column.sort?.order()}>
                <Show when={column.sort} fallback={<Header column={column} />}>
                  {(sort) => (
                    <button type="button" class="table__sort" onClick={() => sort().toggle()}>
                      <Header column={column} />
                      <Show when={sort().order() !== "none"}>
                        <Icon name={sort().order() === "ascending" ? "up" : "down"} />
                      </Show>
                    </button>
                  )}
                </Show>
              </th>
            )}
          </For>
        </tr>
      </thead>
      <tbody>
        <For each={rows()}>
          {(row) => (
            <tr>
              <For each={props.columns}>
                {(column) => (
                  <td class={classOf(column)} data-label={column.header}>
                    {column.cell(row)}
                  </td>
                )}
              </For>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

function Header<T>(props: { column: Column<T> }) {
  return (
    <span class={props.column.kind === "end" ? "visually-hidden" : undefined}>{props.column.header}</span>
  );
}

function classOf<T>({ kind }: Column<T>): string | undefined {
  return kind && `table__${kind}`;
}
