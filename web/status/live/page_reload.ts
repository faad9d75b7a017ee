import { retryDelayMs } from "../../lib/retry.ts";
import { isOtherLook, readPage, showPage } from "./fresh.ts";
import { reloadForRedraw, reloadForSignIn } from "./full_reload.ts";
import { reloadDelayMs } from "./pace.ts";
import { claimNothing, showNotice } from "./patch.ts";
import { endSilence } from "./silence.ts";
import { localeOf, rootOf, word } from "./state.ts";
import { applyNewerStreamed } from "./streamed_statuses.ts";

const RELOAD_MS = 300_000;
const POLL_MS = 20_000;
const TIMEOUT_MS = 15_000;
/** Statuses the server could not renew for this long may be wrong. */
const STALE_MS = 180_000;
/** Branding is cached this long in other regions: a redraw waits until all have the new one. */
const BRANDING_MS = 6000;

let reloads: number[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let dueAt = Infinity;
let loadedAt = Date.now();
let failures = 0;
let isStreaming: () => boolean;
/** A reloaded page must not be older than this message. */
let newest = 0;

export function requireMessage(id: number): void {
  newest = Math.max(newest, id);
}

export function reloadAfterChange(): void {
  reloadWithin(reloadDelayMs(reloads, { now: Date.now(), chance: Math.random() }));
}

export function reloadAtNextPoll(): void {
  reloadWithin(POLL_MS * (1 + Math.random() / 4));
}

export function resumeReloads(isStreamOpen: () => boolean): void {
  isStreaming = isStreamOpen;
  reloadWithin(Date.now() - loadedAt > RELOAD_MS ? 0 : RELOAD_MS);
}

export function stopReloads(): void {
  clearTimeout(timer);
  dueAt = Infinity;
}

function reloadWithin(ms: number): void {
  const at = Date.now() + ms;
  if (at >= dueAt) return;
  clearTimeout(timer);
  dueAt = at;
  timer = setTimeout(reload, ms);
}

async function reload(): Promise<void> {
  stopReloads();
  const own = [...reloads.slice(-9), Date.now()];
  reloads = own;
  try {
    const response = await fetch(pageAddress(), {
      headers: { Accept: "text/html" },
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (isRefusal(response.status)) return reloadForSignIn();
    const page = readPage(await response.text());
    // A change may start the next reload while a response is late.
    if (own !== reloads) return;
    if (!page || !(response.ok || response.status === 404)) throw new Error("No page.");
    loadedAt = Date.now();
    endSilence();
    // By the server's clock: the visitor's may be wrong.
    show(page, Date.parse(response.headers.get("Date") ?? "") || loadedAt);
    failures = 0;
    if (isStreaming()) reloadWithin(RELOAD_MS);
    else reloadAtNextPoll();
  } catch {
    if (own !== reloads) return;
    if (Date.now() - loadedAt > RELOAD_MS + STALE_MS) showStale(document);
    else showReconnecting();
    reloadWithin(retryDelayMs(failures++, Math.random()));
  }
}

function show(page: Document, sentAt: number): void {
  if (isOtherLook(page)) setTimeout(reloadForRedraw, BRANDING_MS);
  const takenAt = takenAtOf(page);
  showPage(page, () => {
    applyNewerStreamed(page, takenAt);
    if (sentAt - Date.parse(takenAt) <= STALE_MS || page.querySelector(".stale")) return;
    showStale(page);
  });
}

const takenAtOf = (page: Document) => rootOf(page)?.dataset["taken"] ?? "";

function showStale(page: Document): void {
  claimNothing(page);
  showNotice(page, word("page.stale"), takenAtOf(page));
}

export function showReconnecting(): void {
  if (document.querySelector(".stale")) return;
  showNotice(document, word("page.reconnecting")).classList.add("retry");
}

function pageAddress(): URL {
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set("lang", localeOf());
  address.searchParams.set("after", String(newest));
  return address;
}

export function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}
