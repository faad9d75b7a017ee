const rules = new Intl.PluralRules("pl");
const numbers = new Intl.NumberFormat("pl");

/** Polish has three plural forms: one, two to four, five and more. */
export function formOf(number: number, [one, few, many]: readonly [string, string, string]): string {
  const form = rules.select(number);
  if (form === "one") return one;
  return form === "few" ? few : many;
}

export function count(number: number, forms: readonly [string, string, string]): string {
  return `${numbers.format(number)} ${formOf(number, forms)}`;
}

export const MONITORS = ["monitor", "monitory", "monitorów"] as const;
export const FILES = ["plik", "pliki", "plików"] as const;
export const DAYS = ["dzień", "dni", "dni"] as const;
