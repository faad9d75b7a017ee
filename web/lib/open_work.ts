import { MASK } from "../../src/lib/mask.ts";
import { hasSecretName } from "../../src/lib/redact.ts";
import { isPlain } from "./merge.ts";

interface Work {
  isOpen: () => boolean;
  draft: () => Draft | null;
}

interface Draft {
  name: string;
  values: unknown;
  base: unknown;
  version?: number | undefined;
}

interface KeptDraft {
  userId: number;
  drafts: Draft[];
}

const KEY = "uptide.drafts";
const SECRET_HEADER = /key|auth|cookie|pass/i;

const works = new Set<Work>();
let isKept = false;

export function registerWork(work: Work): () => void {
  works.add(work);
  return () => void works.delete(work);
}

export function hasOpenWork(): boolean {
  return [...works].some((work) => work.isOpen());
}

export function areDraftsKept(): boolean {
  return isKept;
}

/** Kept in this tab until the same user returns. Typed secrets are left out. */
export function keepDrafts(userId: number): void {
  const drafts = [...works]
    .filter((work) => work.isOpen())
    .map((work) => work.draft())
    .filter((draft) => draft !== null)
    .map((draft) => ({ ...draft, values: withoutSecrets(draft.values, draft.base) }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId, drafts } satisfies KeptDraft));
    isKept = true;
  } catch {
    // Without storage, the browser asks before leaving.
    isKept = false;
  }
}

export function takeDraft(name: string, userId: number): Draft | null {
  const kept = readKept();
  if (!kept) return null;
  if (kept.userId !== userId) {
    dropDrafts();
    return null;
  }
  const found = kept.drafts.find((draft) => draft.name === name) ?? null;
  if (found) {
    const drafts = kept.drafts.filter((draft) => draft !== found);
    if (drafts.length === 0) dropDrafts();
    else sessionStorage.setItem(KEY, JSON.stringify({ userId, drafts } satisfies KeptDraft));
  }
  return found;
}

export function dropDrafts(): void {
  isKept = false;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is disabled: there are no drafts.
  }
}

export function dropDraftsOfOthers(userId: number): void {
  isKept = false;
  const kept = readKept();
  if (kept && kept.userId !== userId) dropDrafts();
}

function readKept(): KeptDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as KeptDraft | null;
  } catch {
    return null;
  }
}

function withoutSecrets(value: unknown, base: unknown): unknown {
  if (Array.isArray(value)) {
    if (isSecretPair(value)) return [value[0], value[1] === MASK ? MASK : ""];
    return value.map((item, at) => withoutSecrets(item, Array.isArray(base) ? base[at] : undefined));
  }
  if (!isPlain(value)) return value;
  const before = isPlain(base) ? base : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isSecret = typeof part === "string" && (before[name] === MASK || isSecretName(name));
      return [name, isSecret && part !== MASK ? (before[name] ?? "") : withoutSecrets(part, before[name])];
    }),
  );
}

function isSecretPair(value: readonly unknown[]): value is [string, string] {
  const [name] = value;
  return value.length === 2 && typeof name === "string" && typeof value[1] === "string" && isSecretName(name);
}

function isSecretName(name: string): boolean {
  return hasSecretName(name) || SECRET_HEADER.test(name);
}
