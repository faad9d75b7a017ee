import { createMemo, createSignal } from "solid-js";
import type { PickerOption } from "./picker_option.ts";
import { findOptions } from "./picker_option.ts";

const MOST_SHOWN = 50;

export interface OptionChoice {
  options: readonly PickerOption[];
  chosen: readonly number[];
  onChange: (chosen: readonly number[]) => void;
}

export function createOptionList(props: OptionChoice, id: string) {
  const [search, setSearch] = createSignal("");
  const [isOpen, setIsOpen] = createSignal(false);
  const [active, setActive] = createSignal(0);
  const found = createMemo(() => findOptions(props.options, { chosen: props.chosen, search: search() }));
  const shown = () => found().slice(0, MOST_SHOWN);
  const isListed = () => isOpen() && shown().length > 0;
  const activeId = () => {
    const option = shown()[active()];
    return isOpen() && option ? `${id}-${option.id}` : undefined;
  };

  function type(value: string): void {
    setSearch(value);
    setActive(0);
    setIsOpen(true);
  }

  function choose(option: PickerOption): void {
    props.onChange([...props.chosen, option.id]);
    setSearch("");
    setActive(0);
  }

  function moveTo(index: number): void {
    setActive(isOpen() ? index : 0);
    setIsOpen(true);
    document.getElementById(activeId() ?? "")?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const last = Math.max(0, shown().length - 1);
    const moves: Record<string, number> = {
      ArrowDown: Math.min(last, active() + 1),
      ArrowUp: Math.max(0, active() - 1),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      moveTo(next);
    } else if (event.key === "Enter" && isOpen()) {
      event.preventDefault();
      const option = shown()[active()];
      if (option) choose(option);
      // An open list would cover the next field; typing and the arrows open it again.
      setIsOpen(false);
    } else if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (event.key === "Backspace" && search() === "") props.onChange(props.chosen.slice(0, -1));
  }

  return { search, isOpen, setIsOpen, active, activeId, found, shown, isListed, type, choose, onKeyDown };
}
