export type PageAddress =
  | { kind: "home" }
  | { kind: "incident"; id: number }
  | { kind: "post_mortem"; id: number }
  | { kind: "maintenance"; id: number }
  | { kind: "history"; page: number }
  | { kind: "monitor"; id: number; days: MonitorDays }
  | { kind: "subscribe" };

export const HISTORY_LIMIT = 25;

export const MONITOR_DAYS = [1, 7, 30, 90] as const;
export type MonitorDays = (typeof MONITOR_DAYS)[number];

const ITEM = /^\/(incidents|maintenance|monitor)\/([1-9]\d{0,14})\/?$/;
const POST_MORTEM = /^\/incidents\/([1-9]\d{0,14})\/post-mortem\/?$/;

export function parsePageAddress({
  pathname,
  searchParams,
}: Pick<URL, "pathname" | "searchParams">): PageAddress | null {
  if (pathname === "/") return { kind: "home" };
  if (pathname === "/subscribe") return { kind: "subscribe" };
  if (pathname === "/history") {
    const page = searchParams.get("page") || "1";
    return /^[1-9]\d{0,5}$/.test(page) ? { kind: "history", page: Number(page) } : null;
  }
  const [, incidentId] = POST_MORTEM.exec(pathname) ?? [];
  if (incidentId !== undefined) return { kind: "post_mortem", id: Number(incidentId) };
  const [, room, id] = ITEM.exec(pathname) ?? [];
  if (room === undefined) return null;
  if (room === "monitor") return { kind: room, id: Number(id), days: readDays(searchParams.get("days")) };
  return { kind: room === "incidents" ? "incident" : "maintenance", id: Number(id) };
}

function readDays(wanted: string | null): MonitorDays {
  return MONITOR_DAYS.find((days) => String(days) === wanted) ?? 1;
}
