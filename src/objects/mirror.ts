import type { MirrorPush } from "../schema/mirror.ts";

export interface MirrorReport {
  /** Whether the last push since it was switched on went well; null before the first is finished. */
  lastOk: boolean | null;
  lastSuccessAt: number | null;
  lastError: string | null;
  /** The last 20, oldest first. */
  pushes: MirrorPush[];
  /** Pushed files left to remove while the copy is off. */
  filesLeft: number;
}

/** Keeps the static copy as new as its settings say. */
export interface MirrorObject extends Rpc.DurableObjectBranded {
  /** Settings were saved: pushes the whole copy, or removes it. */
  reload(): Promise<MirrorReport>;
  /** Something that the whole copy shows was changed. */
  changed(): Promise<void>;
  /** Called each minute: sets an alarm that was lost or is overdue. */
  revive(isOn: boolean): Promise<void>;
  /** Pushes once more; null when that is not finished soon. */
  pushNow(): Promise<MirrorPush | null>;
  report(): Promise<MirrorReport>;
}
