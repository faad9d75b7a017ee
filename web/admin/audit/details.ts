import { formatExact } from "../../lib/time.ts";
import { wordsOf } from "../../lib/words.ts";
import { text } from "../text/audit.ts";

export interface Line {
  name: string;
  value: string;
}

/** What an entry says beside who, what and when, a line each. */
export function describeDetails(details: Readonly<Record<string, unknown>>): Line[] {
  return Object.entries(details).map(([name, value]) => {
    return { name: formatName(name), value: formatValue(name, value) };
  });
}

/** `expiresAt` becomes "Expires at". */
export function formatName(name: string): string {
  return text.names[name] ?? wordsOf(name);
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return text.nothing;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number" && /(?:At|^at)$/.test(name)) return formatExact(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return text.nothing;
    return value
      .map((item) => (name === "fields" ? formatName(String(item)) : formatValue("", item)))
      .join(", ");
  }
  if (typeof value === "object") {
    return describeDetails(value as Record<string, unknown>)
      .map((line) => `${line.name}: ${line.value}`)
      .join("; ");
  }
  return name === "reason" ? (text.reasons[String(value)] ?? String(value)) : String(value);
}
