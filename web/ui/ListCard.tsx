import { type JSX, Show } from "solid-js";
import type { Load } from "../lib/load.ts";
import { EmptyList, type EmptyWords } from "./EmptyList.tsx";
import type { IconName } from "./Icon.tsx";
import { Loaded } from "./Loaded.tsx";
import { type Column, Table } from "./Table.tsx";

export function ListCard<T>(props: {
  load: Load<T[]>;
  caption: string;
  columns: readonly Column<T>[];
  lines?: number;
  isTop?: boolean;
  empty?: EmptyWords & { icon: IconName; add?: () => JSX.Element };
}) {
  return (
    <div class="card">
      <Loaded load={props.load} {...(props.lines !== undefined && { lines: props.lines })}>
        {(list) => (
          <Show
            when={list().length > 0 || !props.empty}
            fallback={
              <Show when={props.empty}>
                {(empty) => <EmptyList icon={empty().icon} words={empty()} add={empty().add} />}
              </Show>
            }
          >
            <Table
              caption={props.caption}
              columns={props.columns}
              rows={list()}
              {...(props.isTop && { isTop: true })}
            />
          </Show>
        )}
      </Loaded>
    </div>
  );
}
