import { fillText } from "../../src/domain/page/text.ts";
import { pluralForm } from "./format.ts";
import { markIcon } from "./marks.ts";
import type { Tone } from "./tone.ts";

interface TitleWords {
  name: string;
  locale: string;
  words: Readonly<Record<string, string>>;
}

export function titleWith(problems: number, { name, locale, words }: TitleWords): string {
  if (problems === 0) return name;
  const form = `overall.problems.${pluralForm(problems, locale)}`;
  const text = words[form] ?? words["overall.problems.other"] ?? "{n}";
  return `● ${fillText(text, { n: problems })} – ${name}`;
}

export function iconFor(tone: Tone, own: string | null): string {
  return tone === "up" && own !== null ? own : markIcon(tone);
}
