export interface PickerOption {
  id: number;
  label: string;
  /** A word beside it, such as its kind. */
  note?: string;
}

/** Those whose label has what was typed, without the chosen ones. */
export function findOptions(
  options: readonly PickerOption[],
  { chosen, search }: { chosen: readonly number[]; search: string },
): PickerOption[] {
  const words = search.trim().toLowerCase();
  const taken = new Set(chosen);
  return options.filter(({ id, label }) => !taken.has(id) && label.toLowerCase().includes(words));
}
