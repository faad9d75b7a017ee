import { createSignal } from "solid-js";
import type { Line } from "./list_rules.ts";

const KEY = "uptide-folded-groups";

const [folded, setFolded] = createSignal<readonly string[]>(read());

export function isFolded(group: string): boolean {
  return folded().includes(group);
}

export function setGroupFolded(group: string, isOn: boolean): void {
  const next = [...folded().filter((other) => other !== group), ...(isOn ? [group] : [])];
  setFolded(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Storage is disabled: groups are unfolded again after a reload.
  }
}

/** Of a folded group only its head is left. */
export function withoutFolded(lines: readonly Line[]): Line[] {
  let isHidden = false;
  return lines.filter((line) => {
    if (line.kind === "group") isHidden = isFolded(line.key);
    return line.kind === "group" || !isHidden;
  });
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
