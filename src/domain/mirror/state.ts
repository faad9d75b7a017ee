import type { MirrorState } from "../../schema/mirror.ts";

export const COPY_IS_PUBLIC = "The static copy is on: turn it off before making the page private.";

const STALE_INTERVALS = 3;

export interface StoredMirror {
  pageId: number;
  pageKey: string;
  value: unknown;
}

interface MirrorFacts {
  lastOk: boolean | null;
  lastSuccessAt: number | null;
}

export function decideMirrorState(
  { enabled, intervalSecs }: { enabled: boolean; intervalSecs: number },
  { lastOk, lastSuccessAt }: MirrorFacts,
  now: number,
): MirrorState {
  if (!enabled) return "off";
  if (lastOk === false) return "failing";
  if (lastSuccessAt === null) return "waiting";
  return now - lastSuccessAt > STALE_INTERVALS * intervalSecs * 1000 ? "stale" : "up_to_date";
}
