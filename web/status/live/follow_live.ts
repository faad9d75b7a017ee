import { makeEventStream, type StreamEvent } from "../../lib/event_stream.ts";
import { PREFIX } from "../prefix.ts";
import { reloadForSignIn } from "./full_reload.ts";
import {
  isRefusal,
  reloadAfterChange,
  reloadAtNextPoll,
  requireMessage,
  resumeReloads,
  showReconnecting,
  stopReloads,
} from "./page_reload.ts";
import { claimNothing, type StatusChange, showNotice } from "./patch.ts";
import { hear, restartSilence, watchSilence } from "./silence.ts";
import { isHome, localeOf, rootOf, word } from "./state.ts";
import { applyStreamed } from "./streamed_statuses.ts";

const EVENTS = `${PREFIX}/api/v1/public/events`;

export function followLive(): void {
  let hasMissed = false;

  const stream = makeEventStream({
    address: streamAddress,
    take,
    onBytes() {
      if (hear()) reloadAfterChange();
    },
    refused(status) {
      if (isRefusal(status)) reloadForSignIn();
      else reloadAfterChange();
    },
    lost(hasNoResponse) {
      hasMissed = true;
      if (hasNoResponse) showReconnecting();
      reloadAtNextPoll();
    },
  });

  watchSilence(stream.isStreaming, (heardAt) => {
    claimNothing(document);
    showNotice(document, word("page.silent"), new Date(heardAt).toISOString());
  });

  function take({ event, data, id }: StreamEvent): void {
    requireMessage(Number(id) || 0);
    if (changesPage(event, JSON.parse(data) as StreamData)) reloadAfterChange();
  }

  function changesPage(event: string, data: StreamData): boolean {
    if (event === "hello") {
      if (data.version === rootOf()?.dataset["version"] && !hasMissed) return false;
      const isMine = hasMissed || isHome();
      hasMissed = false;
      return isMine;
    }
    if (event === "monitor.status" && isHome()) return applyStreamed(data as StatusChange);
    return isShownHere(event, data.monitorId ?? data.id);
  }

  function connect(): void {
    // The stream's hello then asks for what was missed.
    hasMissed ||= stream.isStreaming();
    stream.open();
  }

  function disconnect(): void {
    hasMissed = true;
    stream.close();
    stopReloads();
  }

  function comeBack(): void {
    restartSilence();
    connect();
    resumeReloads(stream.isStreaming);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : comeBack()));
  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  if (!document.hidden) comeBack();
}

type StreamData = Partial<StatusChange> & { version?: string; id?: number };

function isShownHere(event: string, id: number | undefined): boolean {
  if (isHome()) return true;
  const kind = rootOf()?.dataset["kind"] ?? "";
  if (event.startsWith("incident") && /^(hi|mo)/.test(kind)) return true;
  return event.startsWith(kind) && location.pathname.split("/").includes(`${id}`);
}

/** The server reads the language from the cookie, so the query is needed only if the page differs from it. */
function streamAddress(): string {
  const locale = localeOf();
  const kept = /(?:^|; )uptide-lang=([^;]+)/.exec(document.cookie)?.[1];
  const isKnown = kept === undefined ? !location.search.includes("lang=") : kept === locale;
  return isKnown ? EVENTS : `${EVENTS}?lang=${locale}`;
}
