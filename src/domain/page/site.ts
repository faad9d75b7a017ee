export const DEFAULT_PAGE_ID = 1;
export const DEFAULT_PAGE_KEY = "main";

/** `prefix` starts the page's paths at the requested address. */
export interface PageSite {
  id: number;
  key: string;
  prefix: string;
  /** Canonical, without a trailing slash. */
  url: string | null;
}

export interface KnownPage {
  id: number;
  key: string;
  hostnames: string[];
  monitorIds: number[];
  isCopied: boolean;
  arrivals?: Readonly<Record<string, number>>;
}

export function defaultSite(publicUrl: string | null): PageSite {
  return { id: DEFAULT_PAGE_ID, key: DEFAULT_PAGE_KEY, prefix: "", url: publicUrl };
}

export function siteOf(
  { id, key, hostnames }: Pick<KnownPage, "id" | "key" | "hostnames">,
  { publicUrl, isAtHost = false }: { publicUrl: string | null; isAtHost?: boolean },
): PageSite {
  if (id === DEFAULT_PAGE_ID) return defaultSite(publicUrl);
  const path = `/p/${key}`;
  return { id, key, prefix: isAtHost ? "" : path, url: urlOf(hostnames[0], path, publicUrl) };
}

/** A hostname shares the scheme and port of PUBLIC_URL: one server serves both. */
function urlOf(hostname: string | undefined, path: string, publicUrl: string | null): string | null {
  if (publicUrl === null) return null;
  if (hostname === undefined) return `${publicUrl}${path}`;
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${hostname}${port === "" ? "" : `:${port}`}`;
}

/** The default page's settings keep the names they had before there were others. */
export function settingOf(name: string, pageId: number): string {
  return pageId === DEFAULT_PAGE_ID ? name : `${name}/${pageId}`;
}

export function pageObjectName(pageId: number): string {
  return settingOf("page", pageId);
}

export function pageIdIn(objectName: string | undefined): number {
  return Number(/\/(\d+)$/.exec(objectName ?? "")?.[1] ?? DEFAULT_PAGE_ID);
}

export type PageAddress =
  | { kind: "home" }
  | { kind: "incident"; id: number }
  | { kind: "post_mortem"; id: number }
  | { kind: "maintenance"; id: number }
  | { kind: "history"; page: number }
  | { kind: "monitor"; id: number; days: MonitorDays }
  | { kind: "subscribe" };

export const HISTORY_LIMIT = 25;
export const NEWEST_INCIDENTS = 50;

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
