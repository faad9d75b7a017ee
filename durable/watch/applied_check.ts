import type { CheckResult } from "../../src/domain/monitor/check_result.ts";
import type { PlacedCheck } from "../../src/domain/monitor/place_results.ts";
import type { CheckDecision } from "../../src/domain/monitor/status.ts";
import type { CheckNotice } from "../../src/domain/page/live_message.ts";
import type { PackedResult } from "../../src/domain/uptime/packing.ts";
import type { PlaceResult } from "../../src/schema/location.ts";

export interface AppliedCheck {
  monitorId: number;
  result: CheckResult;
  outcome: CheckDecision;
  packed: PackedResult;
  places: readonly PlaceResult[] | undefined;
  isRepeated: boolean;
}

export function isCheck({ isRepeated }: AppliedCheck): boolean {
  return !isRepeated;
}

/** A tick's row holds one result per monitor, so a second result in the same flush gets its own row. */
export function roundsOf(applied: readonly AppliedCheck[]): AppliedCheck[][] {
  const rounds: AppliedCheck[][] = [];
  for (const one of applied) {
    const round = rounds.find((others) => others.every(({ packed }) => packed.index !== one.packed.index));
    if (round) round.push(one);
    else rounds.push([one]);
  }
  return rounds;
}

export function toPlaced({ packed: { index }, places }: AppliedCheck): PlacedCheck[] {
  return places ? [{ index, places }] : [];
}

export function toNotice({ monitorId, result, outcome: { state } }: AppliedCheck): CheckNotice {
  return {
    monitorId,
    status: state.current,
    confirmedStatus: state.confirmed,
    responseMs: result.responseMs,
    message: result.message,
    checkedAt: result.checkedAt,
  };
}
