export interface PickerOption {
  id: number;
  label: string;
  note?: string;
  tags?: readonly string[];
}

export function findOptions(
  options: readonly PickerOption[],
  { chosen, search }: { chosen: readonly number[]; search: string },
): PickerOption[] {
  const words = search.trim().toLowerCase();
  const taken = new Set(chosen);
  return options.filter(({ id, label }) => !taken.has(id) && label.toLowerCase().includes(words));
}

export function listTags(options: readonly PickerOption[]): [tag: string, ids: number[]][] {
  const found = new Map<string, number[]>();
  for (const { id, tags = [] } of options)
    for (const tag of tags) found.set(tag, [...(found.get(tag) ?? []), id]);
  return [...found].sort(([a], [b]) => a.localeCompare(b));
}
