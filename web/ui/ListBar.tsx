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

interface SortChoice {
  options: readonly TextOption[];
  value: string;
  onChange: (sort: string) => void;
}

export interface ListBarProps {
  list: string;
  filter?: Omit<AddressFilter, "set">;
  sort?: SortChoice | undefined;
  also?: readonly string[];
  tools?: JSX.Element;
  live?: JSX.Element;
}

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
