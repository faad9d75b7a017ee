import type { z } from "zod";
import { type Monitor, monitor } from "./monitor.ts";

const always = monitor.pick({
  id: true,
  key: true,
  name: true,
  type: true,
  address: true,
  currentStatus: true,
  confirmedStatus: true,
  statusSince: true,
  lastCheckedAt: true,
  responseMs: true,
  createdAt: true,
});

const rarely = monitor.pick({
  paused: true,
  tags: true,
  alertsNobody: true,
  dependsOnIds: true,
  autoIncidentMinutes: true,
  autoIncidentTemplateId: true,
  message: true,
  underMaintenance: true,
  acknowledgement: true,
  snoozedUntilMs: true,
});

/** Omits fields that are empty for most monitors: a list of thousands is a third as long. */
export const shortMonitor = always.extend(rarely.partial().shape).meta({ id: "ShortMonitor" });
export type ShortMonitor = z.output<typeof shortMonitor>;
export type ListedMonitor = Pick<Monitor, keyof ShortMonitor>;
