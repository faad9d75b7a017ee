import { type JSX, Show } from "solid-js";
import type { AddressFilter } from "../lib/address_filter.ts";
import { listMemoryOf } from "../lib/list_memory.ts";
import type { TextOption } from "../lib/options.ts";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";
import { SavedFilters } from "./SavedFilters.tsx";
import { Select } from "./Select.tsx";
import { text as words } from "./text.ts";

const text = words.list;

/** How a list may be sorted, and how it is. */
interface SortChoice {
  options: readonly TextOption[];
  value: string;
  onChange: (sort: string) => void;
}

export interface ListBarProps {
  /** What its filters and its sorting are remembered under, in this browser. */
  list: string;
  filter?: Omit<AddressFilter, "set">;
  sort?: SortChoice | undefined;
  /** What else of its address belongs to a filter with a name. */
  also?: readonly string[];
  /** What else can be set for it. */
  tools?: JSX.Element;
  /** Whether it is live. */
  live?: JSX.Element;
}

/** Between the filters of a list and its rows: how many there are, and how they are shown. */
export function ListBar(props: ListBarProps & { count: string | undefined }) {
  const names = () => [
    ...(props.filter?.names ?? []),
    ...(props.sort ? ["sort"] : []),
    ...(props.also ?? []),
  ];
  return (
    <div class="list__bar small soft">
      <span role="status">{props.count}</span>
      <Show when={props.filter?.isSet()}>
        <Button variant="quiet" isSmall icon="close" onClick={() => props.filter?.clear()}>
          {text.clear}
        </Button>
      </Show>
      <span class="list__tools">
        <Show when={props.sort}>
          {(sort) => (
            <Field label={text.sort}>
              <Select value={sort().value} options={sort().options} onChange={sort().onChange} />
            </Field>
          )}
        </Show>
        {props.tools}
        <Show when={props.filter}>
          <SavedFilters memory={listMemoryOf(props.list)} names={names()} />
        </Show>
        {props.live}
      </span>
    </div>
  );
}
