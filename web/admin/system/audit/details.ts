import { REDACTED } from "../../../../src/lib/redact.ts";
import { formatExact } from "../../../lib/time.ts";
import { wordsOf } from "../../../lib/words.ts";
import { text } from "../../text/audit.ts";

interface Line {
  name: string;
  value: string;
}

export function describeDetails({ changes, ...details }: Readonly<Record<string, unknown>>): Line[] {
  const changed = Object.entries((changes ?? {}) as Record<string, readonly [unknown, unknown]>);
  return [
    ...changed.map(([path, pair]) => describeChange(path, pair)),
    ...Object.entries(details)
      .filter(([name]) => name !== "fields" || changed.length === 0)
      .map(([name, value]) => ({ name: formatName(name), value: formatValue(name, value) })),
  ];
}

function describeChange(path: string, [before, after]: readonly [unknown, unknown]): Line {
  const names = path.split(".");
  const last = names.at(-1) ?? "";
  return {
    name: names.map(formatName).join(" › "),
    value: `${formatValue(last, before)} → ${formatValue(last, after)}`,
  };
}

function formatName(name: string): string {
  return text.names[name] ?? wordsOf(name);
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return text.nothing;
  if (typeof value === "boolean") return value ? text.yes : text.no;
  if (typeof value === "number" && /(?:At|^at|[uU]ntil(?:Ms)?)$/.test(name)) return formatExact(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return text.nothing;
    if (name === "accounts") return value.map(formatAccount).join("; ");
    return value
      .map((item) =>
        name === "fields" ? String(item).split(".").map(formatName).join(" › ") : formatValue("", item),
      )
      .join(", ");
  }
  if (typeof value === "object") {
    return describeDetails(value as Record<string, unknown>)
      .map((line) => `${line.name}: ${line.value}`)
      .join("; ");
  }
  if (value === REDACTED) return text.secret;
  return name === "reason" ? (text.reasons[String(value)] ?? String(value)) : String(value);
}

function formatAccount(account: unknown): string {
  const { email, count, addresses } = account as { email: string; count: number; addresses: number };
  return text.account({ email, count, addresses });
}
