import type { Monitor } from "../../../src/schema/monitor.ts";
import type { Outcome } from "../../ui/toast.ts";
import { acknowledge, endSnooze, removeAcknowledgement, snooze } from "../api/acknowledgement.ts";
import { checkMonitorNow, updateMonitorPaused } from "../api/monitor.ts";
import { text as acknowledgeText } from "../text/acknowledge.ts";
import { text as monitorText } from "../text/monitor.ts";
import { text } from "../text/monitor_deeds.ts";
import { monitors } from "./monitors.ts";

type Named = Pick<Monitor, "id" | "name">;

export async function checkNow({ id }: Named): Promise<Outcome> {
  const { status, responseMs } = await checkMonitorNow(id);
  await monitors.take(id);
  const took = responseMs === null ? "" : `, ${monitorText.ms(responseMs)}`;
  return text.checked(monitorText.statuses[status], took);
}

export async function setPaused({ id, name }: Named, isPaused: boolean): Promise<Outcome> {
  monitors.put(await updateMonitorPaused(id, isPaused));
  return {
    message: isPaused ? text.paused(name) : text.resumed(name),
    undo: async () => await setPaused({ id, name }, !isPaused),
  };
}

export async function acknowledgeNow({ id, name }: Named): Promise<Outcome> {
  monitors.put(await acknowledge(id, {}));
  return { message: acknowledgeText.done(name), undo: async () => await undoAcknowledgement(id) };
}

export async function undoAcknowledgement(id: number): Promise<Outcome> {
  await removeAcknowledgement(id);
  await monitors.take(id);
  return acknowledgeText.takenBack;
}

export async function snoozeUntil(
  { id, name }: Named,
  { untilMs, formatted }: { untilMs: number; formatted: string },
): Promise<Outcome> {
  monitors.put(await snooze(id, untilMs));
  return {
    message: acknowledgeText.snoozeDone(name, formatted),
    undo: async () => await endSnoozeNow({ id, name }),
  };
}

export async function endSnoozeNow({ id, name }: Named): Promise<Outcome> {
  await endSnooze(id);
  await monitors.take(id);
  return acknowledgeText.snoozeEnded(name);
}
