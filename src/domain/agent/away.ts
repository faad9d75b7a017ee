/** After a deploy every connection is gone for a moment: until then nobody is away. */
export const RECONNECT_MS = 15_000;

export function describeAway(name: string, since: number | null): string {
  if (since === null) return `Agent ${name} has never connected: start it.`;
  return `Agent ${name} has been away since ${new Date(since).toISOString().slice(0, 16).replace("T", " ")} UTC.`;
}
