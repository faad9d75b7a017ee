const ACRONYMS: ReadonlySet<string> = new Set(["icmp", "tcp"]);

/** `expiresAt` becomes "Expires at", `not_exists` "Not exists". */
export function wordsOf(name: string): string {
  if (/^[A-Z0-9_]+$/.test(name)) return name;
  if (ACRONYMS.has(name)) return name.toUpperCase();
  const words = name
    .replaceAll("_", " ")
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
