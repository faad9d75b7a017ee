import { createEffect, untrack } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import type { MonitorValues } from "./values.ts";

const ADDRESS = /^(?:https?|wss?|grpcs?):\/\//;
const NAMING = ["url", "host", "hostname", "domain"];

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

function nameOf(config: Readonly<Record<string, unknown>>): string {
  const [target] = NAMING.map((name) => config[name]).filter(
    (value) => typeof value === "string" && value !== "",
  );
  if (typeof target !== "string") return "";
  if (!ADDRESS.test(target)) return "url" in config ? "" : target.slice(0, 200);
  return URL.canParse(target) ? new URL(target).host.replace(/^www\./, "") : "";
}
