import { createEffect, untrack } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { nameOf } from "./target_name.ts";
import type { MonitorValues } from "./values.ts";

/** A new monitor is named after its target until somebody types a name. */
export function nameAfterTarget(form: Form<MonitorValues>): void {
  let derived = "";
  createEffect(() => {
    const next = nameOf(form.values.config);
    untrack(() => {
      if (next === derived || form.values.name !== derived) return;
      derived = next;
      form.set("name")(next);
    });
  });
}
