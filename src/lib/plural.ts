/** The first use of Intl takes milliseconds, so small numbers do without. */
export function formatNumber(number: number): string {
  return number < 1000 ? String(number) : number.toLocaleString("en");
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`;
}
