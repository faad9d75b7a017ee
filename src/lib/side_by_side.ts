export async function eachSideBySide<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const faults: unknown[] = [];
  const lane = async () => {
    for (const item of waiting) {
      try {
        await work(item);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  if (faults.length > 0) throw faults[0];
}
