const MOST_NAMED = 5;

/** Names in a sentence: not all of many. */
export function tellSome(names: readonly string[]): string {
  const others = names.length - MOST_NAMED;
  if (others > 0) return `${names.slice(0, MOST_NAMED).join(", ")} and ${others} more`;
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
