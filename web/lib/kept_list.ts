export interface NamedFilter {
  name: string;
  query: string;
}

export interface ListSettings {
  sort: string;
  filters: readonly NamedFilter[];
}

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

export function filterQuery(search: string, names: readonly string[]): string {
  const query = new URLSearchParams(search);
  const set = names.filter((name) => (query.get(name) ?? "") !== "");
  return new URLSearchParams(set.map((name) => [name, query.get(name) ?? ""])).toString();
}
