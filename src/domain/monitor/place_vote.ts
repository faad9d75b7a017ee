import { cutText } from "../../lib/cut.ts";
import type { CheckStatus } from "../../schema/check_status.ts";
import type { PlaceResult } from "../../schema/location.ts";
import { isFailing } from "./check_result.ts";

const LONGEST_REASON = 120;

type Verdict =
  | { kind: "failing"; status: Exclude<CheckStatus, "up">; message: string; from: string }
  | { kind: "split"; message: string }
  | { kind: "unasked"; message: string };

export function neededOf({
  asked,
  confirmFrom,
}: {
  asked: number;
  confirmFrom: number | null | undefined;
}): number {
  return confirmFrom ?? Math.floor(asked / 2) + 1;
}

export function decideVote(
  results: readonly PlaceResult[],
  { confirmFrom }: { confirmFrom?: number | null | undefined },
): Verdict {
  const needed = neededOf({ asked: results.length, confirmFrom });
  const failing = results.filter(({ status }) => isFailing(status));
  for (const status of ["down", "degraded"] as const) {
    const agreeing = failing.filter((one) => status === "degraded" || one.status === status);
    if (agreeing.length < needed) continue;
    const quoted = agreeing.find((one) => one.status === status) ?? agreeing[0];
    return { kind: "failing", status, message: quoted?.message ?? "", from: nameFailing(results) };
  }
  const isAlone = results.length > 1 && results.slice(1).every(({ status }) => status === "silent");
  return { kind: isAlone ? "unasked" : "split", message: describePlaces(results) };
}

export function describePlaces(results: readonly PlaceResult[]): string {
  const failing = results.filter(({ status }) => isFailing(status));
  const fine = results.filter(({ status }) => status === "up");
  const silent = results.filter(({ status }) => status === "silent");
  const parts = [
    ...(failing.length > 0 ? [`fails from ${failing.map(describeFailing).join(", ")}`] : []),
    ...(fine.length > 0 ? [`up from ${namesOf(fine)}`] : []),
    ...(silent.length > 0 ? [`no response from ${namesOf(silent)}`] : []),
  ];
  const text = parts.join(", ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function nameFailing(results: readonly PlaceResult[]): string {
  return `${describePlaces(results.map((one) => ({ ...one, message: "" })))}.`;
}

function describeFailing({ place, message }: PlaceResult): string {
  const reason = cutText(message.trim().replace(/\.$/, ""), LONGEST_REASON);
  return reason === "" ? place : `${place} (${reason})`;
}

function namesOf(results: readonly PlaceResult[]): string {
  return results.map(({ place }) => place).join(", ");
}

export function isRoundDue(
  slot: number,
  { intervalSecs, everyMinutes }: { intervalSecs: number; everyMinutes: number },
): boolean {
  const everyMs = everyMinutes * 60_000;
  return Math.floor(slot / everyMs) !== Math.floor((slot - intervalSecs * 1000) / everyMs);
}

export function parseColo(trace: string): string | null {
  return /^colo=([A-Z]{3,4})$/m.exec(trace)?.[1] ?? null;
}
