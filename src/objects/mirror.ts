import type { MirrorPush } from "../schema/mirror.ts";

export interface MirrorReport {
  /** Whether the last push since it was switched on went well; null before the first is finished. */
  lastOk: boolean | null;
  lastSuccessAt: number | null;
  lastError: string | null;
  /** The last 20, oldest first. */
  pushes: MirrorPush[];
}

/** Keeps the static copy as new as its settings say. */
export interface MirrorObject extends Rpc.DurableObjectBranded {
  /** The settings were saved: the whole copy is put again, or nothing any more. */
  reload(): Promise<void>;
  /** Something that the whole copy shows was changed. */
  changed(): Promise<void>;
  /** Called each minute: sets an alarm that was lost or is overdue. */
  revive(): Promise<void>;
  /** Pushes once more; null when that is not finished soon. */
  pushNow(): Promise<MirrorPush | null>;
  report(): Promise<MirrorReport>;
}
