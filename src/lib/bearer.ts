export function readBearer({ headers }: Request): string | null {
  const header = headers.get("Authorization");
  return header === null ? null : (/^Bearer +(\S+) *$/i.exec(header)?.[1] ?? null);
}
