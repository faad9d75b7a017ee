import { createMemo, Show } from "solid-js";
import { SHOWN_STATUSES } from "../../../../src/schema/shown_status.ts";
import { createTyping } from "../../../lib/address_filter.ts";
import { queryOf, setQuery } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/monitor.ts";
import { SORTS, tagsOf } from "./filter.ts";
import { monitors } from "./store.ts";
import { typeLabel } from "./types.ts";

const REST_MS = 150;
const NOTHING = { search: "", status: "", type: "", tag: "" };

const STATUS_OPTIONS = [
  { value: "", label: text.anyStatus },
  ...SHOWN_STATUSES.map((value) => ({ value, label: text.statuses[value] })),
];
const SORT_OPTIONS = SORTS.map((value) => ({ value, label: text.sorts[value] }));

/** They live in the address: a filtered list can be sent to somebody, and the back button takes a filter back. */
export function MonitorFilters() {
  const typeOptions = createMemo(() => {
    monitors.round();
    const used = [...new Set(monitors.entries().map((entry) => entry.peek().type))];
    const options = used.map((value) => ({ value, label: typeLabel(value) }));
    return [{ value: "", label: text.anyType }, ...options];
  });
  const tagOptions = createMemo(() => {
    monitors.round();
    const options = tagsOf(monitors.entries()).map(({ label }) => ({ value: label, label }));
    return [{ value: "", label: text.anyTag }, ...options];
  });
  const type = createTyping("search", REST_MS);

  return (
    <search class="filters" aria-label={text.filters}>
      <Field label={text.search}>
        <TextInput
          type="search"
          placeholder={text.searchPlaceholder}
          value={queryOf("search")}
          onInput={type}
        />
      </Field>
      <Field label={text.status}>
        <Select
          value={queryOf("status")}
          options={STATUS_OPTIONS}
          onChange={(status) => setQuery({ status })}
        />
      </Field>
      <Field label={text.type}>
        <Select value={queryOf("type")} options={typeOptions()} onChange={(type) => setQuery({ type })} />
      </Field>
      <Field label={text.tag}>
        <Select value={queryOf("tag")} options={tagOptions()} onChange={(tag) => setQuery({ tag })} />
      </Field>
      <Field label={text.sort}>
        <Select
          value={queryOf("sort") || "name"}
          options={SORT_OPTIONS}
          onChange={(sort) => setQuery({ sort: sort === "name" ? "" : sort })}
        />
      </Field>
    </search>
  );
}

export function ClearFilters() {
  const isFiltered = () => Object.keys(NOTHING).some((name) => queryOf(name) !== "");
  return (
    <Show when={isFiltered()}>
      <Button variant="quiet" isSmall icon="close" onClick={() => setQuery(NOTHING)}>
        {text.clear}
      </Button>
    </Show>
  );
}
