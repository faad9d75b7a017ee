const UNITS = [
  { unit: "day", short: "d", secs: 86_400 },
  { unit: "hour", short: "h", secs: 3600 },
  { unit: "minute", short: "min", secs: 60 },
  { unit: "second", short: "s", secs: 1 },
] as const;
const SECOND = UNITS[3];

interface DurationPart {
  unit: (typeof UNITS)[number]["unit"];
  short: (typeof UNITS)[number]["short"];
  count: number;
}

export function splitDuration(totalSecs: number): DurationPart[] {
  const first = UNITS.findIndex(({ secs }) => totalSecs >= secs);
  if (first === -1) return [{ ...SECOND, count: 0 }];
  let rest = totalSecs;
  const parts: DurationPart[] = [];
  for (const { unit, short, secs } of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / secs);
    rest -= count * secs;
    if (count > 0) parts.push({ unit, short, count });
  }
  return parts;
}

export function formatDuration(ms: number): string {
  return splitDuration(Math.floor(ms / 1000))
    .map(({ short, count }) => `${count} ${short}`)
    .join(" ");
}
