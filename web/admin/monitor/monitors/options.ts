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
