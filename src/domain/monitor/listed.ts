import type { ListedMonitor, ShortMonitor } from "../../schema/listed_monitor.ts";

const EMPTY = {
  paused: false,
  tags: [],
  alertsNobody: false,
  dependsOnIds: [],
  autoIncidentMinutes: null,
  autoIncidentTemplateId: null,
  message: "",
  underMaintenance: false,
  acknowledgement: null,
  snoozedUntilMs: null,
} satisfies Partial<ListedMonitor>;

const OMITTED = Object.keys(EMPTY) as (keyof typeof EMPTY)[];

/** JSON omits what is undefined. */
export function shorten(monitor: ListedMonitor): ShortMonitor {
  const short: ShortMonitor = { ...monitor };
  for (const field of OMITTED) {
    const value = short[field];
    if (!value || (Array.isArray(value) && value.length === 0)) short[field] = undefined;
  }
  return short;
}

export function expand(short: ShortMonitor): ListedMonitor {
  return { ...EMPTY, ...short } as ListedMonitor;
}
