import { createSignal } from "solid-js";
import { keep, readKeptWords } from "../../../lib/kept.ts";
import type { Line } from "./list_rules.ts";

const KEY = "uptide-folded-groups";

const [folded, setFolded] = createSignal<readonly string[]>(readKeptWords(KEY));

export function isFolded(group: string): boolean {
  return folded().includes(group);
}

export function setGroupFolded(group: string, isOn: boolean): void {
  const next = [...folded().filter((other) => other !== group), ...(isOn ? [group] : [])];
  setFolded(next);
  keep(KEY, next);
}

export function withoutFolded(lines: readonly Line[]): Line[] {
  let isHidden = false;
  return lines.filter((line) => {
    if (line.kind === "group") isHidden = isFolded(line.key);
    return line.kind === "group" || !isHidden;
  });
}
