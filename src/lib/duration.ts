const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** The two largest units, such as `2 h 5 min`; what is smaller is dropped. */
export function formatDuration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const first = UNITS.findIndex(([, secs]) => total >= secs);
  if (first === -1) return "0 s";
  let rest = total;
  const parts: string[] = [];
  for (const [unit, secs] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / secs);
    rest -= count * secs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.join(" ");
}
