import type { Accessor } from "solid-js";
import type { PublicIncident, PublicPage } from "../../../src/schema/public_page.ts";
import { makeEventStream, type StreamEvent } from "../../lib/event_stream.ts";
import { keepSame } from "../../lib/keep_same.ts";
import { isSilent, retryDelayMs } from "../../lib/retry.ts";
import { applyIncident, applyStatus, type StatusChange, takePage } from "./changes.ts";
import { drawAnew, drawSignIn } from "./draw_anew.ts";
import { reloadDelayMs } from "./pace.ts";

const PUBLIC = "/api/v1/public";
const RELOAD_MS = 300_000;
/** Without a stream the page asks often enough to have something to claim. */
const POLL_MS = 20_000;
const PATIENCE_MS = 15_000;
/** What the server could not renew for this long may be wrong by now. */
const STALE_MS = 180_000;
/** Layout and branding may be this old in other places: they are drawn once they are everywhere. */
const SETTLE_MS = 6000;
const LOOK_MS = 1000;

interface LiveOptions {
  page: Accessor<PublicPage>;
  setPage: (page: PublicPage) => void;
  setStale: (isStale: boolean) => void;
  /** Since when nothing was heard, once that is too long to claim anything. */
  setSilentSince: (at: number | null) => void;
  /** The page has all its data; one of the others keeps only what it shows. */
  isWhole: boolean;
}

/** Keeps the page current: by the stream at once, by asking after what changed, and by asking now and then anyway. */
export function followLive({ page, setPage, setStale, setSilentSince, isWhole }: LiveOptions): void {
  const contact = { heardAt: Date.now(), waitingSince: Date.now() };
  let hasMissed = false;
  let loadedAt = Date.now();
  let reloads: number[] = [];
  let failures = 0;
  let reloading: ReturnType<typeof setTimeout> | undefined;
  let reloadAt = Infinity;
  /** The last message that came: what is asked for must not be older. */
  let newest = 0;

  const stream = makeEventStream({
    address: () => streamAddress(page()),
    take: (event) => take(event),
    heard: () => heard(),
    refused(status) {
      if (isRefusal(status)) drawSignIn();
      else reloadWithin(reloadDelay());
    },
    lost() {
      hasMissed = true;
      reloadWithin(pollDelay());
    },
  });

  const change = (next: PublicPage) => setPage(keepSame(page(), next));
  const statusOf = (id: number) => page().monitors.find((monitor) => monitor.id === id)?.status;
  const pollDelay = () => POLL_MS * (1 + Math.random() / 4);
  const reloadDelay = () => reloadDelayMs(reloads, { now: Date.now(), chance: Math.random() });

  function heard(): void {
    contact.heardAt = Date.now();
    setSilentSince(null);
  }

  function take({ event, data, id }: StreamEvent): void {
    newest = Math.max(newest, Number(id) || 0);
    switch (event) {
      case "hello": {
        const { version } = JSON.parse(data) as { version: string };
        if (!hasMissed && version === page().version) return;
        hasMissed = false;
        break;
      }
      case "monitor.status": {
        const status = JSON.parse(data) as StatusChange;
        if (!statusOf(status.monitorId)) return;
        change(applyStatus(page(), status));
        break;
      }
      case "incident.created":
      case "incident.updated":
        change(applyIncident(page(), JSON.parse(data) as PublicIncident));
        break;
      case "maintenance.updated":
        break;
      default:
        return;
    }
    reloadWithin(reloadDelay());
  }

  async function reload(): Promise<void> {
    clearTimeout(reloading);
    reloadAt = Infinity;
    reloads = [...reloads.slice(-9), Date.now()];
    try {
      const query = new URLSearchParams({ lang: page().locale, after: String(newest) });
      const response = await fetch(`${PUBLIC}/page?${query}`, {
        headers: { Accept: "application/json" },
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (isRefusal(response.status)) return drawSignIn();
      if (!response.ok) throw new Error(`The page answered ${response.status}.`);
      // By the server's clock: the visitor's may be wrong.
      const now = Date.parse(response.headers.get("Date") ?? "") || Date.now();
      takeWhole((await response.json()) as PublicPage, now);
      failures = 0;
      reloadWithin(stream.isStreaming() ? RELOAD_MS : pollDelay());
    } catch {
      if (Date.now() - loadedAt > RELOAD_MS + STALE_MS) setStale(true);
      reloadWithin(retryDelayMs(failures++, Math.random()));
    }
  }

  function takeWhole(loaded: PublicPage, now: number): void {
    loadedAt = Date.now();
    heard();
    const shown = page();
    if (isWhole && isOtherShape(shown, loaded)) setTimeout(drawAnew, SETTLE_MS);
    const whole = isWhole ? loaded : { ...loaded, layout: shown.layout, monitors: [], charts: {} };
    setPage(takePage(shown, whole));
    setStale(now - Date.parse(loaded.takenAt) > STALE_MS);
  }

  /** What is to be asked for sooner already stays so. */
  function reloadWithin(ms: number): void {
    const at = Date.now() + ms;
    if (at >= reloadAt) return;
    clearTimeout(reloading);
    reloadAt = at;
    reloading = setTimeout(reload, ms);
  }

  /** What was missed meanwhile is asked for when the stream says hello. */
  function connect(): void {
    hasMissed ||= stream.isStreaming();
    stream.open();
  }

  function disconnect(): void {
    hasMissed = true;
    stream.close();
    clearTimeout(reloading);
    reloadAt = Infinity;
  }

  function comeBack(): void {
    contact.waitingSince = Date.now();
    connect();
    reloadWithin(Date.now() - loadedAt > RELOAD_MS ? 0 : RELOAD_MS);
  }

  function look(): void {
    const isStreaming = stream.isStreaming();
    if (document.hidden || !isSilent({ ...contact, isStreaming }, Date.now())) return;
    setSilentSince(contact.heardAt);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : comeBack()));
  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  setInterval(look, LOOK_MS);
  if (!document.hidden) comeBack();
}

/** The cookie tells the language, unless the page is read in another one than was chosen last. */
function streamAddress({ locale }: PublicPage): string {
  const kept = /(?:^|;\s*)uptide-lang=([^;]+)/.exec(document.cookie)?.[1];
  const isKnown = kept === undefined ? !location.search.includes("lang=") : kept === locale;
  return isKnown ? `${PUBLIC}/events` : `${PUBLIC}/events?lang=${encodeURIComponent(locale)}`;
}

/** The page became private, or the session that opened it is over. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/** Layout and branding are not pushed: once they are noticed, the server draws the page with them. */
export function isOtherShape(shown: PublicPage, loaded: PublicPage): boolean {
  const shape = ({ layout, site, locale }: PublicPage) =>
    JSON.stringify([layout, { ...site, url: null, customCss: "" }, locale]);
  return shape(shown) !== shape(loaded);
}
