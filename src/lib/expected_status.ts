interface Range {
  from: number;
  to: number;
}

export function parseStatuses(text: string): Range[] | null {
  const ranges = text.split(",").map((part) => {
    const [, from, to] = /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(part) ?? [];
    return from ? { from: Number(from), to: Number(to ?? from) } : null;
  });
  return ranges.every((range) => range !== null && range.from <= range.to) ? (ranges as Range[]) : null;
}

export function isExpectedStatus(expected: number | string, status: number): boolean {
  const ranges = parseStatuses(String(expected)) ?? [];
  return ranges.some(({ from, to }) => from <= status && status <= to);
}
