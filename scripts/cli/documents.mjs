import { stringify } from "yaml";

/** Documents that read the same under YAML 1.2 and 1.1. */
export function writeDocuments(documents) {
  return documents
    .map((document) =>
      stringify(document, {
        version: "1.1",
        lineWidth: 0,
        defaultStringType: "QUOTE_DOUBLE",
        defaultKeyType: "PLAIN",
      }),
    )
    .join("---\n");
}

/** A key that no other document of the kind has. */
export function keyMaker() {
  const taken = new Set();
  return (name, fallback) => {
    const slug =
      String(name)
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 58)
        .replace(/-+$/, "") || fallback;
    let key = slug;
    for (let n = 2; taken.has(key); n++) key = `${slug}-${n}`;
    taken.add(key);
    return key;
  };
}

/** Without what is undefined. */
export function compact(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

export function within(value, min, max) {
  return Math.min(max, Math.max(min, Math.round(value)));
}
