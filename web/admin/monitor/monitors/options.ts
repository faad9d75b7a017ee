import { choicesIn } from "../../../lib/address_filter.ts";
import type { TextOption } from "../../../lib/options.ts";
import type { PickerOption } from "../../../ui/picker_option.ts";
import { monitors } from "./store.ts";
import { typeLabel } from "./types.ts";

/** Every monitor, for a picker. Whoever shows it follows the monitors. */
export function monitorOptions(): PickerOption[] {
  monitors.round();
  return monitors.entries().map((entry) => {
    const { id, name, type } = entry.peek();
    return { id, label: name, note: typeLabel(type) };
  });
}

/** The same to filter a list by, with the one in the address. */
export function monitorChoices(any: string): readonly TextOption[] {
  const names = monitorOptions().map(({ id, label }) => ({ id, name: label }));
  return choicesIn(
    "monitor",
    any,
    names.sort((a, b) => a.name.localeCompare(b.name)),
  );
}
