import type { Form } from "../../../lib/form.ts";
import type { MonitorValues } from "./values.ts";

export function hasProblem(
  form: Form<MonitorValues>,
  names: readonly (keyof MonitorValues & string)[],
): boolean {
  return names.some((name) => form.problem(name) !== undefined);
}
