export interface TextOption {
  value: string;
  label: string;
}

export function withChosen(options: readonly TextOption[], chosen: string): readonly TextOption[] {
  const isKnown = options.some(({ value }) => value === chosen);
  return isKnown ? options : [...options, { value: chosen, label: `#${chosen}` }];
}

export function optionsOf(any: string, labels: Readonly<Record<string, string>>): readonly TextOption[] {
  return [{ value: "", label: any }, ...Object.entries(labels).map(([value, label]) => ({ value, label }))];
}
