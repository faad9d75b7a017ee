import { makeEventStream, type StreamEvent } from "../../lib/event_stream.ts";
import { isSilent, retryDelayMs } from "../../lib/retry.ts";
import { drawAnew, drawSignIn } from "./draw_anew.ts";
import { isOtherLook, readPage, showPage } from "./fresh.ts";
import { reloadDelayMs } from "./pace.ts";
import { applyStatus, claimNothing, type StatusChange, showNotice } from "./patch.ts";
import { isHome, localeOf, rootOf, word } from "./state.ts";

const EVENTS = "/api/v1/public/events";
const RELOAD_MS = 300_000;
/** Without a stream the page asks often enough to have something to claim. */
const POLL_MS = 20_000;
const PATIENCE_MS = 15_000;
/** What the server could not renew for this long may be wrong by now. */
const STALE_MS = 180_000;
/** Branding may be this old in other places: it is drawn once it is everywhere. */
const SETTLE_MS = 6000;
const LOOK_MS = 1000;

/** Keeps the page current: by the stream at once, by asking after what changed, and by asking now and then anyway. */
export function followLive(): void {
  const contact = { heardAt: Date.now(), waitingSince: Date.now() };
  /** Statuses that came by the stream, until the page has them. */
  const told = new Map<number, StatusChange>();
  let hasMissed = false;
  let isSilenced = false;
  let loadedAt = Date.now();
  let reloads: number[] = [];
  let failures = 0;
  let reloading: ReturnType<typeof setTimeout> | undefined;
  let reloadAt = Infinity;
  /** The last message that came: what is asked for must not be older. */
  let newest = 0;

  const stream = makeEventStream({
    address: streamAddress,
    take: (event) => take(event),
    heard: () => heard(),
    refused(status) {
      if (isRefusal(status)) drawSignIn();
      else reloadWithin(reloadDelay());
    },
    lost(isUnanswered) {
      hasMissed = true;
      if (isUnanswered) sayReconnecting();
      reloadWithin(pollDelay());
    },
  });

  const pollDelay = () => POLL_MS * (1 + Math.random() / 4);
  const reloadDelay = () => reloadDelayMs(reloads, { now: Date.now(), chance: Math.random() });

  function heard(): void {
    contact.heardAt = Date.now();
    if (isSilenced) reloadWithin(reloadDelay());
  }

  function take({ event, data, id }: StreamEvent): void {
    newest = Math.max(newest, Number(id) || 0);
    if (isNews(event, JSON.parse(data) as StreamData)) reloadWithin(reloadDelay());
  }

  /** Whether what is shown may be other than before. */
  function isNews(event: string, data: StreamData): boolean {
    if (event === "hello") {
      if (data.version === rootOf()?.dataset["version"] && !hasMissed) return false;
      const isMine = hasMissed || isHome();
      hasMissed = false;
      return isMine;
    }
    if (event === "monitor.status") {
      const change = data as StatusChange;
      if (!isHome() || !applyStatus(document, change)) return false;
      told.set(change.monitorId, change);
      return true;
    }
    return /^(?:incident|maintenance)\./.test(event) && isShownHere(event, data.id);
  }

  async function reload(): Promise<void> {
    clearTimeout(reloading);
    reloadAt = Infinity;
    reloads = [...reloads.slice(-9), Date.now()];
    try {
      const response = await fetch(pageAddress(newest), {
        headers: { Accept: "text/html" },
        cache: "no-store",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (isRefusal(response.status)) return drawSignIn();
      const page = readPage(await response.text());
      if (!page || !(response.ok || response.status === 404))
        throw new Error(`The page answered ${response.status}.`);
      // By the server's clock: the visitor's may be wrong.
      takeWhole(page, Date.parse(response.headers.get("Date") ?? "") || Date.now());
      failures = 0;
      reloadWithin(stream.isStreaming() ? RELOAD_MS : pollDelay());
    } catch {
      if (Date.now() - loadedAt > RELOAD_MS + STALE_MS) claimNothingBut("page.stale");
      else sayReconnecting();
      reloadWithin(retryDelayMs(failures++, Math.random()));
    }
  }

  function takeWhole(page: Document, now: number): void {
    loadedAt = Date.now();
    contact.heardAt = loadedAt;
    isSilenced = false;
    if (isOtherLook(page)) setTimeout(drawAnew, SETTLE_MS);
    const takenAt = rootOf(page)?.dataset["taken"] ?? "";
    // It may be some seconds older than what the stream has told meanwhile: the newer wins.
    for (const { monitorId, checkedAt } of told.values()) if (checkedAt <= takenAt) told.delete(monitorId);
    showPage(page, () => {
      for (const change of told.values()) applyStatus(page, change);
      if (now - Date.parse(takenAt) <= STALE_MS || page.querySelector(".stale")) return;
      claimNothing(page);
      showNotice(page, word("page.stale"), takenAt);
    });
  }

  function claimNothingBut(text: "page.stale" | "page.silent"): void {
    const isStill = text === "page.silent";
    claimNothing(document);
    const at = isStill ? new Date(contact.heardAt).toISOString() : (rootOf()?.dataset["taken"] ?? "");
    showNotice(document, word(text), at);
  }

  /** Until the page comes again, or there is more to say. */
  function sayReconnecting(): void {
    if (document.querySelector(".stale")) return;
    showNotice(document, word("page.reconnecting")).classList.add("retry");
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
    if (isSilenced || document.hidden || !isSilent({ ...contact, isStreaming }, Date.now())) return;
    isSilenced = true;
    claimNothingBut("page.silent");
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : comeBack()));
  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  setInterval(look, LOOK_MS);
  if (!document.hidden) comeBack();
}

type StreamData = Partial<StatusChange> & { version?: string; id?: number };

/** One of the other pages shows what it is of, and the history all incidents. */
function isShownHere(event: string, id: number | undefined): boolean {
  const kind = rootOf()?.dataset["kind"] ?? "";
  if (kind === "home") return true;
  if (kind === "history") return event.startsWith("incident");
  return event.startsWith(kind) && location.pathname.replace(/(\/post-mortem)?\/?$/, "").endsWith(`/${id}`);
}

function pageAddress(after: number): URL {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set("lang", localeOf());
  address.searchParams.set("after", String(after));
  return address;
}

/** The cookie tells the language, unless the page is read in another one than was chosen last. */
function streamAddress(): string {
  const locale = localeOf();
  const kept = /(?:^|;\s*)uptide-lang=([^;]+)/.exec(document.cookie)?.[1];
  const isKnown = kept === undefined ? !location.search.includes("lang=") : kept === locale;
  return isKnown ? EVENTS : `${EVENTS}?lang=${encodeURIComponent(locale)}`;
}

/** The page became private, or the session that opened it is over. */
function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
