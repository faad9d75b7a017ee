import type { PageTextGroup } from "../../schema/page_text_group.ts";

export interface PageText {
  key: string;
  group: PageTextGroup;
  en: string;
  pl: string;
}

const PLACEHOLDER = /\{([a-z][a-z\d]*)\}/gi;

export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ""))].sort();
}

export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
