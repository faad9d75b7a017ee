import { fillText } from "../../../src/domain/page/text.ts";
import type { ScriptState } from "../view.ts";

const NOTHING: ScriptState = { name: "", icon: null, words: {}, titles: {} };
let state = NOTHING;

export function readState(page: Document): void {
  const text = page.getElementById("state")?.textContent;
  if (text) state = JSON.parse(text) as ScriptState;
}

export function stateOfPage(): ScriptState {
  return state;
}

export function word(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return fillText(state.words[key] ?? key, values);
}

export function rootOf(page: Document = document): HTMLElement | null {
  return page.getElementById("root");
}

export function isHome(): boolean {
  return rootOf()?.dataset["kind"] === "home";
}

export const localeOf = (): string => document.documentElement.lang;
