import type { MaintenanceRow } from "../../data/maintenance.ts";
import {
  type Bounds,
  type Exception,
  findOccurrence,
  type Series,
  withException,
} from "../../domain/incident/series.ts";
import { AppError, invalidField } from "../../lib/errors.ts";
import type { Maintenance, OccurrenceMove, OccurrenceSkip } from "../../schema/maintenance.ts";
import type { Context } from "../context.ts";
import { updateWith } from "./maintenance.ts";
import { isSeries } from "./occurrence.ts";

export async function skipOccurrence(
  context: Context,
  id: number,
  { occurrenceAt, version }: OccurrenceSkip,
): Promise<Maintenance> {
  return await decide(context, id, { occurrenceAt, version }, (found) => {
    if (found.startsAt <= context.now) throw begun("end it instead of skipping it");
    return { at: occurrenceAt, moved: null };
  });
}

export async function moveOccurrence(
  context: Context,
  id: number,
  { occurrenceAt, version, startsAt, endsAt }: OccurrenceMove,
): Promise<Maintenance> {
  if (endsAt <= startsAt) throw invalidField("endsAt", "The end must be after the start.");
  if (endsAt <= context.now) throw invalidField("endsAt", "The end must be in the future.");
  return await decide(context, id, { occurrenceAt, version }, (found) => {
    if (found.startsAt <= context.now && found.startsAt !== startsAt)
      throw begun("only its end can be moved");
    return { at: occurrenceAt, moved: { startsAt, endsAt } };
  });
}

export async function restoreOccurrence(
  context: Context,
  id: number,
  { occurrenceAt, version }: OccurrenceSkip,
): Promise<Maintenance> {
  return await decide(context, id, { occurrenceAt, version }, (found) => {
    if (found.exception?.moved && found.startsAt <= context.now) throw begun("only its end can be moved");
    return null;
  });
}

type Found = Bounds & { exception: Exception | null };

async function decide(
  context: Context,
  id: number,
  { occurrenceAt: at, version }: OccurrenceSkip,
  change: (found: Found) => Exception | null,
): Promise<Maintenance> {
  const exceptionsOf = (before: MaintenanceRow): Pick<Series, "exceptions"> => {
    if (!isSeries(before))
      throw new AppError("conflict", "This maintenance isn't recurring: change its times.");
    const found = findOccurrence(before, at);
    if (!found) throw invalidField("occurrenceAt", "The recurrence has no occurrence at that time.");
    const isSkipped = found.exception !== null && found.exception.moved === null;
    if (!isSkipped && found.endsAt <= context.now)
      throw new AppError("conflict", "This occurrence is over and can't be changed.");
    return { exceptions: withException(before.series.exceptions, at, change(found)) };
  };
  return await updateWith(context, id, { version, change: exceptionsOf });
}

function begun(advice: string): AppError {
  return new AppError("conflict", `This occurrence is running: ${advice}.`);
}
