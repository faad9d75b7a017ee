export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is disabled or full.
  }
}

export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

export function readKeptWords(key: string): string[] {
  const kept = readKept(key);
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
}
