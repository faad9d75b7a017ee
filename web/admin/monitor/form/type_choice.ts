import { batch } from "solid-js";
import { defaultIntervalSecs } from "../../../../src/domain/monitor/rule.ts";
import type { Form } from "../../../lib/form.ts";
import type { MonitorType } from "../../api/monitor.ts";
import { defaultsOf, type SchemaNode } from "../../schema_form/node.ts";
import type { MonitorValues } from "./values.ts";

/** Settings typed for a type come back when it is chosen again. */
export function createTypeChoice(
  form: Form<MonitorValues>,
  typeOf: (name: string) => MonitorType | undefined,
) {
  const typed = new Map<string, MonitorValues["config"]>();
  return (next: string): void => {
    typed.set(form.values.type, form.values.config);
    batch(() => {
      form.set("config")(typed.get(next) ?? defaultsOf((typeOf(next)?.schema ?? {}) as SchemaNode));
      if (form.values.intervalSecs === defaultIntervalSecs(form.values.type))
        form.set("intervalSecs")(defaultIntervalSecs(next));
      form.set("type")(next);
    });
  };
}
