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
