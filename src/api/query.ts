/** Empty values are ignored. The last of repeated parameters wins; repeated lists are joined with commas. */
export function readQuery({ searchParams }: URL, lists: readonly string[] = []): Record<string, string> {
  const given = [...searchParams].filter(([, value]) => value !== "");
  const merged = lists.flatMap((list) => {
    const values = given.filter(([name]) => name === list).map(([, value]) => value);
    return values.length > 0 ? [[list, values.join(",")] as const] : [];
  });
  return Object.fromEntries([...given, ...merged]);
}
