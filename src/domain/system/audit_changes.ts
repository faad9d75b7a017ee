import type { Config } from "../../lib/config.ts";
import { isCredentialName } from "../../lib/credential_name.ts";
import { isEqual } from "../../lib/is_equal.ts";
import { hasSecretName, REDACTED, redact } from "../../lib/redact.ts";
import { redactText } from "../../lib/redact_text.ts";

export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

const LONGEST_TEXT = 200;
const LONGEST_VALUE = 500;

/**
 * Secrets are redacted, long values cut. Takes stored settings, where secrets are sealed. Nested settings are
 * listed by path, lists as one value.
 */
export function decideChanges(before: Config, after: Config): Changes {
  const changes: Record<string, readonly [unknown, unknown]> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    collect(changes, name, [before[name], after[name]]);
  return hideSecrets(changes);
}

export function changedSecret(name: string): Changes {
  return { [name]: [REDACTED, REDACTED] };
}

export function changedFields(changes: Changes): string[] {
  return [...new Set(Object.keys(changes).map((path) => path.split(".")[0] ?? path))];
}

export function listSettings(settings: Config, prefix = ""): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    const path = prefix + name;
    return isNested(value) ? listSettings(value, `${path}.`) : [path];
  });
}

export function hideSecrets(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([path, [before, after]]) => {
      const names = path.split(".");
      const isSecret = names.some((_, i) => isSecretAt(names.slice(0, i + 1)));
      const hide = (value: unknown) => {
        if (value === undefined || value === null) return null;
        return isSecret ? REDACTED : cut(hideBelow(value, names));
      };
      return [path, [hide(before), hide(after)]];
    }),
  );
}

function isSecretAt(names: readonly string[]): boolean {
  const [parent, name = ""] = [names.at(-2), names.at(-1)];
  return hasSecretName(name) || (parent === "headers" && isCredentialName(name));
}

function hideBelow(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => hideBelow(item, names));
  if (typeof value === "string" && names[0] === "config") return redactText(value);
  if (!isNested(value)) return redact(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const path = [...names, name];
      return [name, isSecretAt(path) ? REDACTED : hideBelow(part, path)];
    }),
  );
}

function collect(
  changes: Record<string, readonly [unknown, unknown]>,
  path: string,
  [before, after]: readonly [unknown, unknown],
): void {
  if (isEqual(before ?? null, after ?? null)) return;
  if (!isNested(before) || !isNested(after)) {
    changes[path] = [before, after];
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
    collect(changes, `${path}.${name}`, [before[name], after[name]]);
}

function isNested(value: unknown): value is Config {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cut(value: unknown): unknown {
  if (typeof value === "string") return shorten(value, LONGEST_TEXT);
  if (typeof value !== "object" || value === null) return value;
  const text = JSON.stringify(value);
  return text.length > LONGEST_VALUE ? shorten(text, LONGEST_TEXT) : value;
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
