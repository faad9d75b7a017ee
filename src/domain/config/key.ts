const LONGEST_KEY = 64;

export function slugOf(name: string, fallback: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, LONGEST_KEY)
      .replace(/-+$/, "") || fallback
  );
}

export function freeKey(slug: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  for (let n = 2; ; n++) {
    const suffix = `-${n}`;
    const key = slug.slice(0, LONGEST_KEY - suffix.length).replace(/-+$/, "") + suffix;
    if (!isTaken(key)) return key;
  }
}
