export interface TextOption {
  value: string;
  label: string;
}

/** What was chosen stays to be seen, also when it was deleted or is not loaded yet. */
function withChosen(options: readonly TextOption[], chosen: string): readonly TextOption[] {
  const isKnown = options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: `#${chosen}` }];
}

export function optionsOf(any: string, labels: Readonly<Record<string, string>>): readonly TextOption[] {
  return [{ value: "", label: any }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))];
}

/** Any of them, or one of what was found. */
export function choicesOf(
  any: string,
  found: readonly { id: number; label: string }[],
  chosen: string,
): readonly TextOption[] {
  const options = found.map(({ id, label }) => ({ value: String(id), label }));
  return withChosen([{ value: "", label: any }, ...options], chosen);
}
