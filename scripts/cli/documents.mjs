import { stringify } from "yaml";

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

export function compact(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

export function within(value, min, max) {
  return Math.min(max, Math.max(min, Math.round(value)));
}
