/** A filter that somebody has given a name, as it stands in the address. */
export interface NamedFilter {
  name: string;
  query: string;
}

/** What is kept of a list. */
export interface ListSettings {
  /** How it was sorted last; empty while it never was. */
  sort: string;
  filters: readonly NamedFilter[];
}

/** What can't be read is as if nothing had been set. */
export function parseKept(text: string | null): ListSettings {
  const stored = parse(text) as { sort?: unknown; filters?: unknown } | null;
  const filters = Array.isArray(stored?.filters) ? stored.filters : [];
  return {
    sort: typeof stored?.sort === "string" ? stored.sort : "",
    filters: filters.filter(
      (one): one is NamedFilter => typeof one?.name === "string" && typeof one?.query === "string",
    ),
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Of an address what is a list's filter, always in the same order; which page it is does not belong to it. */
export function filterQuery(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  const set = names.filter((name) => (query.get(name) ?? "") !== "");
  return new URLSearchParams(set.map((name) => [name, query.get(name) ?? ""])).toString();
}
