import { createSignal } from "solid-js";
import { keep, readKeptWords } from "../../lib/kept.ts";
import type { text } from "../text/shell.ts";

type Group = keyof typeof text.groups;

/** Rarely needed pages are folded: with them the list doesn't fit on a laptop screen. */
const FOLDED: readonly Group[] = ["access", "record"];
const KEY = "uptide-navigation";

const [opened, setOpened] = createSignal<readonly string[]>(readKeptWords(KEY));

export function isFoldable(group: Group): boolean {
  return FOLDED.includes(group);
}

export function isUnfolded(group: Group): boolean {
  return !isFoldable(group) || opened().includes(group);
}

export function setUnfolded(group: Group, isOpen: boolean): void {
  const next = [...opened().filter((other) => other !== group), ...(isOpen ? [group] : [])];
  setOpened(next);
  keep(KEY, next);
}
