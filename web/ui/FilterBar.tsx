import { For, Match, Show, Switch } from "solid-js";
import { type AddressFilter, createTyping } from "../lib/address_filter.ts";
import type { TextOption } from "../lib/options.ts";
import { queryOf, setQuery } from "../lib/router.ts";
import { Button } from "./Button.tsx";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";
import { TextInput } from "./TextInput.tsx";

export interface FilterField<N extends string> {
  name: N;
  label: string;
  options?: () => readonly TextOption[];
  placeholder?: string;
}

export function FilterBar<N extends string>(props: {
  filter: AddressFilter<N>;
  fields: readonly FilterField<NoInfer<N>>[];
  words: { filters: string; clear?: string; from?: string; to?: string };
  isMany?: boolean;
  isSlim?: boolean;
  restMs?: number;
}) {
  const fields = (): readonly FilterField<string>[] => {
    const { from, to } = props.words;
    const days =
      from && to
        ? [
            { name: "from", label: from },
            { name: "to", label: to },
          ]
        : [];
    return [...props.fields, ...days];
  };
  return (
    <search
      class={`filters${props.isMany ? " filters--many" : ""}${props.isSlim ? " filters--slim" : ""}`}
      aria-label={props.words.filters}
    >
      {/* Keyed by name, so an input keeps its focus and text when other fields change. */}
      <For each={fields().map(({ name }) => name)}>
        {(name) => {
          const find = () => fields().find((one) => one.name === name);
          const first = find()!;
          const field = () => find() ?? first;
          return (
            <Field label={field().label} isLabelHidden={(props.isSlim ?? false) && !isDay(field())}>
              <FilterInput
                field={field()}
                restMs={props.restMs}
                onChange={(value) => props.filter.set(name as N, value)}
              />
            </Field>
          );
        }}
      </For>
      <Show when={!props.isSlim && props.filter.isSet()}>
        <Button variant="quiet" icon="close" onClick={() => props.filter.clear()}>
          {props.words.clear}
        </Button>
      </Show>
    </search>
  );
}

function isDay({ options, placeholder }: FilterField<string>): boolean {
  return !options && placeholder === undefined;
}

function FilterInput(props: {
  field: FilterField<string>;
  restMs: number | undefined;
  onChange: (value: string) => void;
}) {
  const value = () => queryOf(props.field.name);
  const type = createTyping(props.field.name, props.restMs);
  // Each digit of a year is a date of its own.
  const setDay = (day: string) => setQuery({ [props.field.name]: day, page: "" }, { replace: true });
  return (
    <Switch fallback={<TextInput type="date" value={value()} onInput={setDay} />}>
      <Match when={props.field.options}>
        {(options) => <Select value={value()} options={options()()} onChange={props.onChange} />}
      </Match>
      <Match when={props.field.placeholder}>
        {(placeholder) => (
          <TextInput type="search" placeholder={placeholder()} value={value()} onInput={type} />
        )}
      </Match>
    </Switch>
  );
}
