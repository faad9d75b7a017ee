/** Told when something happened, not asked how it is: these monitors have nothing to measure. */
const WITHOUT: readonly string[] = ["webhook"];

/** What the registry of checks says of a type, for those who may not ask for the types. */
export function hasResponseTime(type: string): boolean {
  return !WITHOUT.includes(type);
}
