import { createSignal } from "solid-js";
import type { text } from "../text/shell.ts";

type Group = keyof typeof text.groups;

/** Rarely needed pages: together with the others they don't fit on a laptop screen. */
const FOLDED: readonly Group[] = ["access", "record"];
const KEY = "uptide-navigation";

const [opened, setOpened] = createSignal<readonly string[]>(read());

export function isFoldable(group: Group): boolean {
  return FOLDED.includes(group);
}

export function isUnfolded(group: Group): boolean {
  return !isFoldable(group) || opened().includes(group);
}

export function setUnfolded(group: Group, isOpen: boolean): void {
  const next = [...opened().filter((other) => other !== group), ...(isOpen ? [group] : [])];
  setOpened(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is disabled: they are folded again after a reload.
  }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
