import type { Accessor } from "solid-js";
import type { PublicIncident, PublicPage } from "../../../src/schema/public_page.ts";
import { applyIncident, applyStatus, type StatusChange, takePage } from "./changes.ts";
import { keepSame } from "./keep_same.ts";

const PUBLIC = "/api/v1/public";
const RETRY_MS = 2000;
const RELOAD_MS = 300_000;
/** Public answers may be this old: what a change brought is asked for once more when they can't be. */
const SETTLE_MS = 6000;
/** Two reloads missed: what is shown may be wrong by now. */
const STALE_MS = 2 * RELOAD_MS + 60_000;

interface Following {
  page: Accessor<PublicPage>;
  setPage: (page: PublicPage) => void;
  setStale: (isStale: boolean) => void;
  /** The page has all its data; one of the others keeps only what it shows. */
  isWhole: boolean;
}

/** Keeps the page current: by the stream at once, by asking every five minutes and whenever the stream may have missed something. */
export function followLive({ page, setPage, setStale, isWhole }: Following): void {
  let source: EventSource | null = null;
  let hasConnected = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let reloading: ReturnType<typeof setTimeout> | undefined;
  let loadedAt = Date.now();

  const change = (next: PublicPage) => setPage(keepSame(page(), next));
  const statusOf = (id: number) => page().monitors.find((monitor) => monitor.id === id)?.status;

  async function reload(): Promise<void> {
    clearTimeout(reloading);
    reloading = setTimeout(reload, RELOAD_MS);
    try {
      const address = `${PUBLIC}/page?lang=${encodeURIComponent(page().locale)}`;
      const response = await fetch(address, { headers: { Accept: "application/json" } });
      if (response.status === 401) location.reload();
      if (!response.ok) throw new Error(`The page answered ${response.status}.`);
      // By the server's clock: the visitor's may be wrong.
      const now = Date.parse(response.headers.get("Date") ?? "") || Date.now();
      take((await response.json()) as PublicPage, now);
    } catch {
      if (Date.now() - loadedAt > STALE_MS) setStale(true);
    }
  }

  function take(loaded: PublicPage, now: number): void {
    loadedAt = Date.now();
    const shown = page();
    if (isWhole && isOtherShape(shown, loaded)) setTimeout(drawAnew, SETTLE_MS);
    const whole = isWhole ? loaded : { ...loaded, layout: shown.layout, monitors: [], charts: {} };
    setPage(takePage(shown, whole));
    setStale(now - Date.parse(loaded.takenAt) > STALE_MS);
  }

  /** Soon, but not everybody at the same moment. */
  function reloadSoon(afterMs = 0): void {
    clearTimeout(reloading);
    reloading = setTimeout(reload, afterMs + Math.random() * 1500);
  }

  function connect(): void {
    clearTimeout(retry);
    source?.close();
    const stream = new EventSource(`${PUBLIC}/events`);
    source = stream;
    const on = <T>(event: string, take: (data: T) => void) =>
      stream.addEventListener(event, ({ data }) => take(JSON.parse(data) as T));
    on<{ version: string }>("hello", ({ version }) => {
      if (hasConnected || version !== page().version) void reload();
      hasConnected = true;
    });
    on<StatusChange>("monitor.status", (status) => {
      const before = statusOf(status.monitorId);
      if (before === undefined) return;
      change(applyStatus(page(), status));
      // What hangs on it, the headline and what it affects, only the server knows for sure.
      if (status.status !== before) reloadSoon(SETTLE_MS);
    });
    for (const event of ["incident.created", "incident.updated"])
      on<PublicIncident>(event, (incident) => {
        change(applyIncident(page(), incident));
        reloadSoon(SETTLE_MS);
      });
    on("maintenance.updated", () => reloadSoon(SETTLE_MS));
    stream.addEventListener("error", () => {
      if (stream.readyState !== EventSource.CLOSED || source !== stream) return;
      retry = setTimeout(connect, RETRY_MS);
    });
  }

  function disconnect(): void {
    clearTimeout(retry);
    clearTimeout(reloading);
    source?.close();
    source = null;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return disconnect();
    connect();
    if (Date.now() - loadedAt > RELOAD_MS) void reload();
  });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", ({ persisted }) => persisted && connect());
  reloading = setTimeout(reload, RELOAD_MS);
  if (!document.hidden) connect();
}

/** Saved settings are not pushed: once they are noticed, the server draws the page with them. */
function isOtherShape(shown: PublicPage, loaded: PublicPage): boolean {
  const shape = ({ layout, site, locales, locale, subscriptions }: PublicPage) =>
    JSON.stringify([layout, { ...site, url: null, customCss: "" }, locales, locale, subscriptions]);
  return shape(shown) !== shape(loaded);
}

/** At most once a minute: an answer that keeps differing must not keep the page from being read. */
function drawAnew(): void {
  try {
    const key = "uptide-page-drawn";
    if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return;
    sessionStorage.setItem(key, String(Date.now()));
    location.reload();
  } catch {
    // Without a memory nothing could end the circle: the visitor reloads when they like.
  }
}
