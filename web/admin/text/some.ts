const MOST_NAMED = 5;

export const text = {
  and: (names: string, last: string) => `${names} and ${last}`,
  more: (names: string, others: number) => `${names} and ${others} more`,
} as const;

export function nameSome(names: readonly string[]): string {
  const others = names.length - MOST_NAMED;
  if (others > 0) return text.more(names.slice(0, MOST_NAMED).join(", "), others);
  return names.length < 2 ? names.join("") : text.and(names.slice(0, -1).join(", "), names.at(-1) ?? "");
}
