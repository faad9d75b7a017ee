import { applyStatus, type StatusChange } from "./patch.ts";

const streamed = new Map<number, StatusChange>();

export function applyStreamed(change: StatusChange): boolean {
  if (!applyStatus(document, change)) return false;
  streamed.set(change.monitorId, change);
  return true;
}

/** A page may be seconds older than the stream: the newer status wins. */
export function applyNewerStreamed(page: Document, takenAt: string): void {
  for (const change of streamed.values()) {
    if (change.checkedAt <= takenAt) streamed.delete(change.monitorId);
    else applyStatus(page, change);
  }
}
