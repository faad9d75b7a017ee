import { batch } from "solid-js";
import { HOUR_MS } from "../../../../src/lib/units.ts";
import type { Form } from "../../../lib/form.ts";
import { parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import type { MaintenanceValues } from "./maintenance_values.ts";

export function startMover(form: Form<MaintenanceValues>): (startsAt: string) => void {
  let knownLength = HOUR_MS;
  /** The start is briefly invalid while a date is typed, so the last valid length counts. */
  const lengthBefore = (start: number | null, end: number) => {
    if (start !== null && end > start) knownLength = end - start;
    return knownLength;
  };
  return (startsAt) => {
    const [before, after] = [parseLocalInput(form.values.startsAt), parseLocalInput(startsAt)];
    const end = parseLocalInput(form.values.endsAt);
    batch(() => {
      form.set("startsAt")(startsAt);
      if (after === null || end === null || after < end) return;
      const length = lengthBefore(before, end);
      form.set("endsAt")(toLocalInput(after + length));
    });
  };
}
