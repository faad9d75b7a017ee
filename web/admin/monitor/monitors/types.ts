import { createSignal } from "solid-js";
import { listMonitorTypes, type MonitorType } from "../../api/monitor.ts";

const [types, setTypes] = createSignal<readonly MonitorType[]>([]);
let isAsked = false;

/** The types of monitors, asked for once: they change only with the server. */
export function monitorTypes(): readonly MonitorType[] {
  if (!isAsked) void load();
  return types();
}

async function load(): Promise<void> {
  isAsked = true;
  try {
    setTypes(await listMonitorTypes(new AbortController().signal));
  } catch {
    // Their names are shown as the server writes them, until somebody asks again.
    isAsked = false;
  }
}

export function typeLabel(type: string): string {
  return monitorTypes().find((known) => known.type === type)?.label ?? type;
}
