/** Whether there are more levels of objects and lists than that, the value itself being the first. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** Whether an object at any depth has this name. */
export function hasName(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, part]) => key === name || hasName(part, name));
}
