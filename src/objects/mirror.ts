import type { MirrorPush } from "../schema/mirror.ts";

export interface MirrorReport {
  lastOk: boolean | null;
  lastSuccessAt: number | null;
  lastError: string | null;
  pushes: MirrorPush[];
  filesLeft: number;
}

export interface MirrorObject extends Rpc.DurableObjectBranded {
  reload(): Promise<MirrorReport>;
  changed(): Promise<void>;
  revive(isOn: boolean): Promise<void>;
  pushNow(): Promise<MirrorPush | null>;
  report(): Promise<MirrorReport>;
}
