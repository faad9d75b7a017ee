import { expect } from "vitest";
import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import type { Monitor } from "../../../src/schema/monitor.ts";
import { eventually } from "../../eventually.ts";
import { bindings, type Visitor } from "../client.ts";

const MONITORS = "/api/v1/admin/monitors";

export async function addBeating(
  admin: Visitor,
  name: string,
  status: "up" | "degraded" | "down" | null = "up",
): Promise<Monitor> {
  const made = await admin.post<Monitor>(MONITORS, { name, type: "webhook", config: {}, intervalSecs: 3600 });
  if (status) await beat(admin, made.body, status);
  return made.body;
}

export async function beat(admin: Visitor, monitor: Monitor, status: string): Promise<void> {
  const { pathname } = new URL(monitor.heartbeatUrl ?? "");
  await admin.get(`${pathname}?status=${status}&ms=25`);
  const watch = bindings.WATCH.getByName(`watch-${watchOf(monitor.id)}`);
  await eventually(async () => expect((await watch.health()).outbox).toBe(0));
}

export async function place(admin: Visitor, monitors: readonly Monitor[], more: readonly object[] = []) {
  const [first, ...rest] = monitors.map(({ id }) => ({ id: `m${id}`, type: "monitor", monitorId: id }));
  const group = { id: "group", type: "group", label: "Shop", children: first ? [first] : [] };
  const tree = { id: "root", type: "page", children: [group, ...rest, ...more] };
  const reply = await admin.put("/api/v1/admin/layout", { tree });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
}
