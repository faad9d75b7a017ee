import { makeListSort } from "../lib/list_memory.ts";
import { text } from "./text.ts";

type ListSort = keyof typeof text.list.sorts;

const EVERY_SORT = ["worst", "newest", "oldest"] as const;

export function makeLogSort(list: string, sorts: readonly [ListSort, ...ListSort[]] = EVERY_SORT) {
  const sort = makeListSort<ListSort>(list, sorts);
  const options = sorts.map((value) => ({ value, label: text.list.sorts[value] }));
  return {
    value: sort.value,
    choice: () => ({
      options,
      value: sort.value(),
      onChange: (value: string) => sort.set(value as ListSort),
    }),
  };
}
