import { HOUR_MS, MINUTE_MS } from "../../lib/units.ts";
import { compareSemanticVersions, parseSemanticVersion, type SemanticVersion } from "./semantic_version.ts";

export const CHECK_EVERY_MS = 6 * HOUR_MS;
export const AGAIN_AFTER_MS = 5 * MINUTE_MS;

const LONGEST_ADDRESS = 500;

export interface Release {
  version: string;
  url: string | null;
  publishedAt: number | null;
}

export interface ReleaseState {
  source: string;
  checkedAt: number;
  nextAt: number;
  latest: Release | null;
  error: string | null;
}

/** A clock set back or forward must not postpone it for days. */
export function isReleaseCheckDue(
  state: ReleaseState | null,
  { source, now }: { source: string; now: number },
): boolean {
  if (state === null || state.source !== source) return true;
  return now >= state.nextAt || now < state.checkedAt;
}

/**
 * Accepts one release or a list in GitHub's format. Skips drafts, pre-releases and entries without a version.
 * Undefined if it is neither.
 */
export function findLatestRelease(document: unknown): Release | null | undefined {
  const entries: unknown[] = Array.isArray(document) ? document : [document];
  const found = entries.filter(isEntry);
  if (found.length === 0) return Array.isArray(document) && document.length === 0 ? null : undefined;
  let latest: { version: SemanticVersion; release: Release } | null = null;
  for (const entry of found) {
    const version = parseSemanticVersion(entry["tag_name"]);
    if (!version || version.isPreRelease || entry["draft"] === true || entry["prerelease"] === true) continue;
    if (latest && compareSemanticVersions(version, latest.version) <= 0) continue;
    latest = { version, release: toRelease(version.text, entry) };
  }
  return latest?.release ?? null;
}

export function findNewer(latest: Release | null, running: string): Release | null {
  const [found, own] = [latest && parseSemanticVersion(latest.version), parseSemanticVersion(running)];
  return found && own && compareSemanticVersions(found, own) > 0 ? latest : null;
}

export function parseReleaseState(value: unknown): ReleaseState | null {
  if (typeof value !== "object" || value === null) return null;
  const { source, checkedAt, nextAt, latest, error } = value as Partial<Record<keyof ReleaseState, unknown>>;
  if (typeof source !== "string" || typeof checkedAt !== "number" || typeof nextAt !== "number") return null;
  return {
    source,
    checkedAt,
    nextAt,
    latest: parseRelease(latest),
    error: typeof error === "string" ? error : null,
  };
}

function parseRelease(value: unknown): Release | null {
  if (typeof value !== "object" || value === null) return null;
  const { version, url, publishedAt } = value as Partial<Record<keyof Release, unknown>>;
  const parsed = typeof version === "string" ? parseSemanticVersion(version) : null;
  if (!parsed) return null;
  return {
    version: parsed.text,
    url: toAddress(url),
    publishedAt: typeof publishedAt === "number" ? publishedAt : null,
  };
}

function isEntry(entry: unknown): entry is Record<string, unknown> & { tag_name: string } {
  return (
    typeof entry === "object" &&
    entry !== null &&
    typeof (entry as Record<string, unknown>)["tag_name"] === "string"
  );
}

function toRelease(version: string, entry: Record<string, unknown>): Release {
  const at = Date.parse(String(entry["published_at"] ?? ""));
  return {
    version,
    url: toAddress(entry["html_url"]),
    publishedAt: Number.isFinite(at) && at >= 0 ? at : null,
  };
}

function toAddress(value: unknown): string | null {
  if (typeof value !== "string" || value.length > LONGEST_ADDRESS) return null;
  const url = URL.parse(value);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return url && isWeb && url.username === "" && url.password === "" ? url.href : null;
}
