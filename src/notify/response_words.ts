import { cutText } from "../lib/cut.ts";
import { decodePercent } from "../lib/decode_percent.ts";
import { makeHider } from "../lib/redact.ts";

const MOST = 300;
const HIDDEN = "•••";
const SHORTEST = 4;
const NAMES = ["description", "message", "error_description", "error", "detail", "title", "reason", "text"];

export function wordsOf(body: string, secrets: readonly string[]): string {
  const hider = makeHider(HIDDEN);
  for (const secret of secrets) if (secret.length >= SHORTEST) hider.add(secret);
  const hidden = hider.hide(body);
  const line = withoutTags(findWords(hidden) ?? hidden)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return cutText(line, MOST);
}

function findWords(body: string): string | null {
  try {
    const words = wordsIn(JSON.parse(body));
    return words.length > 0 ? [...new Set(words)].join("; ") : null;
  } catch {
    return null;
  }
}

function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (typeof value !== "object" || value === null) return [];
  const parts = value as Readonly<Record<string, unknown>>;
  const said = NAMES.map((name) => wordsIn(parts[name])).find((words) => words.length > 0) ?? [];
  return [...said, ...faultsIn(parts["errors"])];
}

function faultsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return wordsIn(value);
  if ("message" in value || Array.isArray(value)) return wordsIn(value);
  return Object.entries(value).flatMap(([name, part]) =>
    faultsIn(part).map((words) => (name.startsWith("_") ? words : `${name}: ${words}`)),
  );
}

function withoutTags(text: string): string {
  if (!/<(!doctype|html|body)\b/i.test(text)) return text;
  const title = /<title[^<>]*>([^<]*)/i.exec(text)?.[1] ?? "";
  return title.trim() !== "" ? title : text.replace(/<[^<>]*>/g, " ");
}

export function secretsOfUrl(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [address];
  const parts = [...url.pathname.split("/").map(decodePercent), ...url.searchParams.values(), url.password];
  return [address, `${url.pathname}${url.search}`, ...parts.filter((part) => part.length >= 8)];
}
