import type { Accessor } from "solid-js";
import { createMemo } from "solid-js";
import type { Locale } from "../../../../src/schema/locale.ts";
import { PAGE_TEXT_GROUPS, type PageTextGroup } from "../../../../src/schema/page_text_group.ts";
import { queryOf } from "../../../lib/router.ts";
import type { LocaleKey } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { isMissing } from "./wording.ts";

export const GROUPS = [
  { value: "", label: text.filter.allGroups },
  ...PAGE_TEXT_GROUPS.map((group) => ({ value: group, label: group })),
];
export const SHOWN = (["all", "missing", "own"] as const).map((value) => ({
  value,
  label: text.filter[value],
}));
type Shown = (typeof SHOWN)[number]["value"];

interface FilterOptions {
  code: string;
  keys: readonly LocaleKey[];
  saved: Accessor<Locale>;
  refused: Accessor<ReadonlyMap<string, string>>;
}

export function createTextFilter({ code, keys, saved, refused }: FilterOptions) {
  const group = () => queryOf("group");
  const search = () => queryOf("search");
  const shown = (): Shown => SHOWN.find(({ value }) => value === queryOf("show"))?.value ?? "all";
  const found = createMemo(() => {
    const words = search().toLowerCase().split(/\s+/).filter(Boolean);
    const view = shown();
    return keys.filter((key) => {
      if (refused().has(`translations.${key.key}`)) return true;
      if (group() !== "" && key.group !== group()) return false;
      // Filters by the stored text: a text being edited must not disappear.
      const stored = saved().translations[key.key] ?? "";
      if (view === "missing" && !isMissing(code, stored)) return false;
      if (view === "own" && stored === "") return false;
      const all = `${key.key} ${key.en} ${stored}`.toLowerCase();
      return words.every((word) => all.includes(word));
    });
  });
  const groups = createMemo(() =>
    PAGE_TEXT_GROUPS.filter((name) => found().some((key) => key.group === name)),
  );
  const keysIn = (name: PageTextGroup) => found().filter((key) => key.group === name);
  return { group, search, shown, found, groups, keysIn };
}
