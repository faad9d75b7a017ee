import { cutText } from "../../lib/cut.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import type { PlaceResult } from "../../schema/location.ts";
import { isFailing } from "./check_result.ts";

const LONGEST_REASON = 120;

/** Of several places that were asked the same. */
type Verdict =
  /** So many agree that it fails; the words are those of the first place that says so. `from`: which ones do. */
  | { kind: "failing"; status: Exclude<CheckStatus, "up">; message: string; from: string }
  /** Too few agree: it counts as up. */
  | { kind: "split"; message: string }
  /** Nobody but home could be asked: nothing is known of the target that home has not said. */
  | { kind: "unasked"; message: string };

/** How many of those asked have to agree: more than half where nobody has said. Those that are silent were asked too. */
export function neededOf({
  asked,
  confirmFrom,
}: {
  asked: number;
  confirmFrom: number | null | undefined;
}): number {
  return confirmFrom ?? Math.floor(asked / 2) + 1;
}

/** What a failing check counts as. Home is the first of those that were asked. Down agrees with degraded, and is worse. */
export function decideVote(
  results: readonly PlaceResult[],
  { confirmFrom }: { confirmFrom?: number | null | undefined },
): Verdict {
  const needed = neededOf({ asked: results.length, confirmFrom });
  const failing = results.filter(({ status }) => isFailing(status));
  for (const status of ["down", "degraded"] as const) {
    const agreeing = failing.filter((one) => status === "degraded" || one.status === status);
    if (agreeing.length < needed) continue;
    const told = agreeing.find((one) => one.status === status) ?? agreeing[0];
    return { kind: "failing", status, message: told?.message ?? "", from: nameFailing(results) };
  }
  const isAlone = results.length > 1 && results.slice(1).every(({ status }) => status === "silent");
  return { kind: isAlone ? "unasked" : "split", message: tellPlaces(results) };
}

/** Such as: Fails from weur (timed out), fine from wnam, apac. */
export function tellPlaces(results: readonly PlaceResult[]): string {
  const failing = results.filter(({ status }) => isFailing(status));
  const fine = results.filter(({ status }) => status === "up");
  const silent = results.filter(({ status }) => status === "silent");
  const parts = [
    ...(failing.length > 0 ? [`fails from ${failing.map(tellFailing).join(", ")}`] : []),
    ...(fine.length > 0 ? [`fine from ${namesOf(fine)}`] : []),
    ...(silent.length > 0 ? [`no answer from ${namesOf(silent)}`] : []),
  ];
  const text = parts.join(", ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Such as: Fails from home, weur, fine from apac. Without their reasons, which are much the same. */
function nameFailing(results: readonly PlaceResult[]): string {
  return `${tellPlaces(results.map((one) => ({ ...one, message: "" })))}.`;
}

function tellFailing({ place, message }: PlaceResult): string {
  const reason = cutText(message.trim().replace(/\.$/, ""), LONGEST_REASON);
  return reason === "" ? place : `${place} (${reason})`;
}

function namesOf(results: readonly PlaceResult[]): string {
  return results.map(({ place }) => place).join(", ");
}

/** The first check of each span of so many minutes, by the monitor's own grid: nothing has to be remembered. */
export function isRoundDue(
  slot: number,
  { intervalSecs, everyMinutes }: { intervalSecs: number; everyMinutes: number },
): boolean {
  const everyMs = everyMinutes * 60_000;
  return Math.floor(slot / everyMs) !== Math.floor((slot - intervalSecs * 1000) / everyMs);
}

/** Where a trace of the platform says that it was asked; null for what is none. */
export function parseColo(trace: string): string | null {
  return /^colo=([A-Z]{3,4})$/m.exec(trace)?.[1] ?? null;
}
