const LONGEST_KEY = 64;

/** What a name becomes as a key, before any suffix: lower case without marks, everything else one dash. */
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

/** The slug itself, or with the first suffix from -2 on that is free; cut so that it fits. */
export function freeKey(slug: string, isTaken: (key: string) => boolean): string {
  if (!isTaken(slug)) return slug;
  for (let n = 2; ; n++) {
    const suffix = `-${n}`;
    const key = slug.slice(0, LONGEST_KEY - suffix.length).replace(/-+$/, "") + suffix;
    if (!isTaken(key)) return key;
  }
}
