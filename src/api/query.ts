/**
 * What was asked for, by its name; an empty value is as good as none. Of several the last counts, and of what is a list
 * all of them, as if they had commas between them.
 */
export function readQuery({ searchParams }: URL, lists: readonly string[] = []): Record<string, string> {
  const given = [...searchParams].filter(([, value]) => value !== "");
  const merged = lists.flatMap((list) => {
    const values = given.filter(([name]) => name === list).map(([, value]) => value);
    return values.length > 0 ? [[list, values.join(",")] as const] : [];
  });
  return Object.fromEntries([...given, ...merged]);
}
