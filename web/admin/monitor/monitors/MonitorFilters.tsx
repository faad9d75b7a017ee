import { createMemo } from "solid-js";
import { SHOWN_STATUSES } from "../../../../src/schema/shown_status.ts";
import { queryOf } from "../../../lib/router.ts";
import { FilterBar } from "../../../ui/FilterBar.tsx";
import { typeLabel } from "../../live/monitor_types.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/monitor.ts";
import { filter } from "./filter.ts";
import { tagsOf } from "./list_rules.ts";

const DEBOUNCE_MS = 150;

const STATUS_OPTIONS = [
  { value: "", label: text.anyStatus },
  ...SHOWN_STATUSES.map((value) => ({ value, label: text.statuses[value] })),
];

/** Filters live in the address: a list can be shared, and the back button undoes a filter. */
export function MonitorFilters(props: { hasTags: boolean }) {
  const inUse = createMemo(() => {
    monitors.round();
    const entries = monitors.entries();
    const types = new Set(entries.map((entry) => entry.peek().type));
    return { types: [...types], tags: tagsOf(entries).map(({ label }) => label) };
  });
  const typeOptions = () => [
    { value: "", label: text.anyType },
    ...withChosen(inUse().types, queryOf("type")).map((value) => ({ value, label: typeLabel(value) })),
  ];
  const tagOptions = () => [
    { value: "", label: text.anyTag },
    ...withChosen(inUse().tags, queryOf("tag")).map((value) => ({ value, label: value })),
  ];
  return (
    <FilterBar
      filter={filter}
      words={text}
      isSlim
      restMs={DEBOUNCE_MS}
      fields={[
        { name: "search", label: text.search, placeholder: text.searchPlaceholder },
        { name: "status", label: text.status, options: () => STATUS_OPTIONS },
        { name: "type", label: text.type, options: typeOptions },
        ...(props.hasTags || queryOf("tag") !== ""
          ? [{ name: "tag" as const, label: text.tag, options: tagOptions }]
          : []),
      ]}
    />
  );
}

function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || values.includes(chosen) ? values : [...values, chosen];
}
