import { type Accessor, createSignal } from "solid-js";
import type { Form } from "../../../../lib/form.ts";
import type { MonitorType } from "../../../api/monitor.ts";
import { defaultsOf, type SchemaNode } from "../../../schema_form/node.ts";
import type { MonitorValues } from "../values.ts";
import { type PastedTarget, readPasted } from "./pasted.ts";

interface Paste {
  targets: Accessor<readonly PastedTarget[]>;
  take: (event: ClipboardEvent) => void;
  close: () => void;
}

/** What is pasted into the target's fields: one curl command fills in the form, several targets are offered. */
export function createPaste(
  form: Form<MonitorValues>,
  { types, chooseType }: { types: readonly MonitorType[]; chooseType: (type: string) => void },
): Paste {
  const [targets, setTargets] = createSignal<readonly PastedTarget[]>([]);

  function fill({ type, config }: PastedTarget): void {
    if (form.values.type !== type) chooseType(type);
    const schema = types.find((one) => one.type === type)?.schema ?? {};
    form.set("config")({ ...defaultsOf(schema as SchemaNode), ...config });
  }

  function take(event: ClipboardEvent): void {
    const found = readPasted(event.clipboardData?.getData("text/plain") ?? "", form.values.type);
    const [first, ...more] = found;
    if (!first) return;
    event.preventDefault();
    if (more.length === 0) fill(first);
    else setTargets(found);
  }

  return { targets, take, close: () => setTargets([]) };
}
