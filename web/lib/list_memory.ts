import { createSignal } from "solid-js";
import { type ListSettings, type NamedFilter, parseKept } from "./kept_list.ts";
import { queryOf, setQuery } from "./router.ts";
import { user } from "./session.ts";

export interface ListMemory {
  sort: () => string;
  keepSort: (sort: string) => void;
  filters: () => readonly NamedFilter[];
  keepFilter: (filter: NamedFilter) => void;
  dropFilter: (name: string) => void;
}

const [kept, setKept] = createSignal<Readonly<Record<string, ListSettings>>>({});

export function listMemoryOf(list: string): ListMemory {
  const key = () => `uptide-list-${user()?.id ?? 0}-${list}`;
  const current = () => kept()[key()] ?? readKept(key());
  function keep(change: Partial<ListSettings>): void {
    const next = { ...readKept(key()), ...change };
    setKept((all) => ({ ...all, [key()]: next }));
    try {
      localStorage.setItem(key(), JSON.stringify(next));
    } catch {
      // Storage is disabled: it lasts until the panel is left.
    }
  }
  const others = (name: string) => current().filters.filter((filter) => filter.name !== name);
  return {
    sort: () => current().sort,
    keepSort: (sort) => keep({ sort }),
    filters: () => current().filters,
    keepFilter: (filter) => keep({ filters: [...others(filter.name), filter].sort(byName) }),
    dropFilter: (name) => keep({ filters: others(name) }),
  };
}

interface ListSort<S extends string> {
  value: () => S;
  set: (sort: S) => void;
}

export function makeListSort<S extends string>(list: string, sorts: readonly [S, ...S[]]): ListSort<S> {
  const memory = listMemoryOf(list);
  const known = (wanted: string) => sorts.find((sort) => sort === wanted);
  return {
    value: () => known(queryOf("sort")) ?? known(memory.sort()) ?? sorts[0],
    set(sort) {
      memory.keepSort(sort);
      setQuery({ sort, page: "" });
    },
  };
}

function readKept(key: string): ListSettings {
  try {
    return parseKept(localStorage.getItem(key));
  } catch {
    return parseKept(null);
  }
}

function byName(a: NamedFilter, b: NamedFilter): number {
  return a.name.localeCompare(b.name);
}
