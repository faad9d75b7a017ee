import type { ProbeResult } from "../../src/check/probe.ts";
import type { Step } from "../../src/check/steps.ts";
import { isFailing } from "../../src/domain/monitor/check_result.ts";
import { decideVote, isRoundDue } from "../../src/domain/monitor/place_vote.ts";
import type { WatchedMonitor, WatchedPlaces } from "../../src/domain/monitor/watch_plan.ts";
import type { CheckRequest } from "../../src/objects/prober.ts";
import type { PlaceResult } from "../../src/schema/location.ts";
import { HOME } from "../../src/schema/place.ts";
import { toPlaceResult } from "../../src/service/monitor/place.ts";

export type AskPlaces = (places: WatchedPlaces, request: CheckRequest) => Promise<PlaceResult[]>;

export interface JudgedCheck extends ProbeResult {
  isSplit?: boolean;
  foundFrom?: string;
  places?: readonly PlaceResult[];
}

interface JudgedRun {
  ask: AskPlaces;
  request: CheckRequest;
  slot: number;
  isForAll: boolean;
}

export async function judgeFromPlaces(
  { places: asked, rule: { intervalSecs } }: WatchedMonitor,
  home: ProbeResult,
  { ask, request, slot, isForAll }: JudgedRun,
): Promise<JudgedCheck> {
  if (!asked) return home;
  const { everyMinutes, confirmFrom } = asked;
  const isRound = everyMinutes !== null && isRoundDue(slot, { intervalSecs, everyMinutes });
  const hasFailed = isFailing(home.status);
  if (!hasFailed && !isRound && !isForAll) return home;
  const places = [toPlaceResult(HOME, home, null), ...(await ask(asked, request))];
  return hasFailed ? count(home, places, confirmFrom) : { ...home, places };
}

function count(home: ProbeResult, places: readonly PlaceResult[], confirmFrom: number | null): JudgedCheck {
  const verdict = decideVote(places, { confirmFrom });
  const { kind, message } = verdict;
  if (kind === "unasked") return { ...home, isOwnFault: true, message: `Not confirmed: ${message}.` };
  if (verdict.kind === "failing") {
    const steps = [...home.steps, ...places.flatMap(toStep)];
    return { ...home, status: verdict.status, message, steps, places, foundFrom: verdict.from };
  }
  const { body: _, ...rest } = home;
  // The duration of a failed response is no response time of a monitor that is up.
  return { ...rest, status: "up", responseMs: null, message, isSplit: true, places };
}

function toStep({ place, status, message, responseMs }: PlaceResult): Step[] {
  if (status === "silent") return [];
  return [{ label: `From ${place}`, status, detail: message, durationMs: responseMs ?? 0 }];
}
