import { MASK } from "../../src/lib/mask.ts";
import { hasSecretName, redact } from "../../src/lib/redact.ts";
import { type Difference, isSame, listDifferences } from "./merge.ts";
import { text } from "./text.ts";
import { wordsOf } from "./words.ts";

export interface Edited<T extends object, S = unknown> {
  stored: S;
  read: () => Promise<S>;
  toValues: (stored: S) => T;
  labels?: Readonly<Record<string, string>> | undefined;
  describe?: Readonly<Record<string, (value: never) => string>> | undefined;
  ownFields?: readonly (keyof T & string)[] | undefined;
  /** Fields that only make sense together: if one is sent, all are. */
  ties?: readonly (readonly (keyof T & string)[])[] | undefined;
  onTaken?: (stored: S) => void;
}

export type Side = "theirs" | "mine";

export interface Conflict<T extends object = object> {
  changedBy: string;
  changedAt: number;
  theirs: T;
  stored: unknown;
  version: number | undefined;
  differences: readonly ShownDifference[];
}

export interface ShownDifference {
  path: string;
  label: string;
  theirs: string;
  mine: string;
  changedBy: Difference["changedBy"];
  note?: string;
}

export interface Sent<T extends object> {
  only: <B extends object>(body: B) => Partial<B> & { version?: number };
  all: <B extends object>(body: B) => B & { version?: number };
  isChanged: (name: keyof T & string) => boolean;
}

export function sentOf<T extends object>(
  values: T,
  { base, version, ties = [] }: { base: T; version: number | undefined; ties: Edited<T>["ties"] | undefined },
): Sent<T> {
  const names = Object.keys(values) as (keyof T & string)[];
  const changed = new Set<string>(names.filter((name) => !isSame(values[name], base[name])));
  for (const tied of ties)
    if (tied.some((name) => changed.has(name))) for (const name of tied) changed.add(name);
  const read = version === undefined ? {} : { version };
  return {
    only: (body) => {
      const parts = Object.entries(body).filter(([name]) => changed.has(name) || !(name in values));
      return { ...(Object.fromEntries(parts) as Partial<typeof body>), ...read };
    },
    all: (body) => ({ ...body, ...read }),
    isChanged: (name) => changed.has(name),
  };
}

export async function findConflict<T extends object, S>(
  edit: Edited<T, S>,
  { mine, base, changedBy, changedAt }: { mine: T; base: T; changedBy: string; changedAt: number },
): Promise<Conflict<T>> {
  const stored = await edit.read();
  const theirs = { ...edit.toValues(stored) };
  for (const name of edit.ownFields ?? []) theirs[name] = mine[name];
  const differences = listDifferences({ base, theirs, mine }).map(
    ({ path, changedBy, ...values }): ShownDifference => ({
      path,
      changedBy,
      label: labelOf(path, edit.labels ?? {}),
      theirs: describeValue(path, values.theirs, edit),
      mine: describeValue(path, values.mine, edit),
    }),
  );
  const { version } = stored as { version?: number };
  return { changedBy, changedAt, theirs, stored, version, differences };
}

function labelOf(path: string, labels: Readonly<Record<string, string>>): string {
  const whole = labels[path];
  if (whole !== undefined) return whole;
  const [head = "", ...rest] = path.split(".");
  return [labels[head] ?? wordsOf(head), ...rest.map(wordsOf)].join(" · ");
}

/** Secrets are never shown, whether typed or stored. */
function describeValue(
  path: string,
  value: unknown,
  { describe = {} }: Pick<Edited<never>, "describe">,
): string {
  const own = describe[path] as ((value: unknown) => string) | undefined;
  if (own) return own(value);
  if (value === undefined || value === null || value === "") return text.empty;
  if (typeof value === "boolean") return value ? text.on : text.off;
  if (typeof value === "string") return hasSecretName(path) && value !== MASK ? text.typedSecret : value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(describeItem).join(", ") || text.empty;
  return JSON.stringify(redact(value));
}

function describeItem(item: unknown): string {
  if (typeof item === "object" && item !== null) {
    const { label, name } = item as { label?: unknown; name?: unknown };
    return String(label ?? name ?? JSON.stringify(redact(item)));
  }
  return String(item);
}

const LONGEST_READ_MS = 15_000;

export function readTimeout(): AbortSignal {
  return AbortSignal.timeout(LONGEST_READ_MS);
}
