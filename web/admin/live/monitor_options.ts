import { createMemo } from "solid-js";
import { choicesIn } from "../../lib/address_filter.ts";
import type { FilterField } from "../../ui/FilterBar.tsx";
import type { PickerOption } from "../../ui/picker_option.ts";
import { typeLabel } from "./monitor_types.ts";
import { followMonitors, monitors } from "./monitors.ts";

export function monitorOptions(): PickerOption[] {
  monitors.round();
  return monitors.entries().map((entry) => {
    const { id, name, type, tags } = entry.peek();
    return { id, label: name, note: typeLabel(type), tags: tags.map(({ label }) => label) };
  });
}

export function createMonitorFilter(words: { monitor: string; anyMonitor: string }): FilterField<"monitor"> {
  followMonitors();
  const options = createMemo(() => {
    const names = monitorOptions().map(({ id, label }) => ({ id, name: label }));
    const sorted = names.sort((a, b) => a.name.localeCompare(b.name));
    return choicesIn("monitor", words.anyMonitor, sorted);
  });
  return { name: "monitor", label: words.monitor, options };
}
