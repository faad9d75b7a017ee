import { onCleanup } from "solid-js";
import { type TextOption, withChosen } from "./options.ts";
import { queryOf, setQuery } from "./router.ts";
import { parseDay, parseDayEnd } from "./time.ts";

export interface AddressFilter<N extends string = string> {
  names: readonly N[];
  isSet: () => boolean;
  set: (name: N, value: string) => void;
  clear: () => void;
}

export function makeAddressFilter<N extends string>(
  names: readonly N[],
  /** With `isReplacing`, the back button leaves the list at once instead of undoing each filter. */
  { isReplacing = false } = {},
): AddressFilter<N> {
  return {
    names,
    isSet: () => names.some((name) => queryOf(name) !== ""),
    set: (name, value) => setQuery({ [name]: value, page: "" }, { replace: isReplacing }),
    clear: () => setQuery({ page: "", ...Object.fromEntries(names.map((name) => [name, ""])) }),
  };
}

export function createTyping(name: string, restMs = 300): (value: string) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));
  return (value) => {
    clearTimeout(timer);
    timer = setTimeout(() => setQuery({ [name]: value.trim(), page: "" }, { replace: true }), restMs);
  };
}

export function pageInAddress(): number {
  return Math.max(1, Number.parseInt(queryOf("page"), 10) || 1);
}

export function showPage(page: number, { replace = false } = {}): void {
  setQuery({ page: page === 1 ? "" : String(page) }, { replace });
}

export function periodInAddress(): { from: number | undefined; to: number | undefined } {
  return {
    from: parseDay(queryOf("from")) ?? undefined,
    to: parseDayEnd(queryOf("to")) ?? undefined,
  };
}

export function choicesIn(
  name: string,
  any: string,
  found: readonly { id: number; name: string }[],
): readonly TextOption[] {
  const options = found.map((one) => ({ value: String(one.id), label: one.name }));
  return withChosen([{ value: "", label: any }, ...options], queryOf(name));
}
