import type { Accessor } from "solid-js";
import type { CopySnapshot } from "../../../src/domain/mirror/snapshot.ts";
import type { PublicPage } from "../../../src/schema/public_page.ts";
import { keepSame } from "../../lib/keep_same.ts";
import { addressIn } from "../parts/links.ts";
import type { RenderOptions } from "../view.ts";
import { drawAnew } from "./draw_anew.ts";
import { isOtherShape } from "./follow_live.ts";

const SNAPSHOT = "/snapshot.json";
const AGAIN_MS = 60_000;
const PATIENCE_MS = 15_000;
const LOOK_MS = 1000;
/** So many that did not come make the copy old. */
const INTERVALS = 3;
const SHOWN_DAYS = 30;

interface CopyOptions {
  page: Accessor<PublicPage>;
  setPage: (page: PublicPage) => void;
  setStale: (isStale: boolean) => void;
  isWhole: boolean;
  options: RenderOptions;
}

/** Keeps a page of the static copy as new as its snapshot, and says when that is old. Nothing else answers it. */
export function followCopy({ page, setPage, setStale, isWhole, options }: CopyOptions): void {
  const address = addressAskedFor(page(), options);
  if (address) {
    location.replace(address);
    return;
  }
  let readAt = 0;

  async function reread(): Promise<void> {
    readAt = Date.now();
    try {
      const response = await fetch(SNAPSHOT, {
        cache: "no-cache",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.ok) take(await readSnapshot(response));
    } catch {
      // What is shown stays, and grows old.
    }
    look();
  }

  function take({ translated, ...snapshot }: CopySnapshot): void {
    const shown = page();
    if (snapshot.takenAt < shown.takenAt) return;
    const own = inLanguageOf(shown, snapshot, translated[shown.locale] ?? []);
    if (isWhole && isOtherShape(shown, own)) drawAnew();
    const part = isWhole
      ? { monitors: own.monitors.map(withShownDays) }
      : { layout: shown.layout, monitors: [], charts: {} };
    setPage(keepSame(shown, { ...own, ...part }));
  }

  function look(): void {
    setStale(Date.now() - Date.parse(page().takenAt) > INTERVALS * (options.copy?.intervalSecs ?? 0) * 1000);
  }

  const rereadWhenDue = () => {
    if (!document.hidden && Date.now() - readAt >= AGAIN_MS) reread();
  };
  document.addEventListener("visibilitychange", rereadWhenDue);
  addEventListener("pageshow", rereadWhenDue);
  // What the page was drawn from may be older than the snapshot: nothing is called old before that has been read.
  reread().then(() => setInterval(look, LOOK_MS));
  setInterval(rereadWhenDue, LOOK_MS);
}

/** Packed where the bucket keeps that it is; a server of its bare files may not say so, and the browser leaves it packed. */
async function readSnapshot(response: Response): Promise<CopySnapshot> {
  const bytes = await response.blob();
  const [first, second] = new Uint8Array(await bytes.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const text = isPacked ? bytes.stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  return (await new Response(text).json()) as CopySnapshot;
}

/** Files have no query: what the page itself finds by one has a folder here. */
function addressAskedFor({ locale, locales }: PublicPage, options: RenderOptions): string | null {
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("lang")?.toLowerCase() ?? locale;
  const number = /^\d+$/.exec((options.path === "/history" && asked.get("page")) || "")?.[0] ?? "1";
  const isThere = wanted !== locale && locales.some(({ code }) => code === wanted);
  if (!isThere && number === "1") return null;
  const path = number === "1" ? options.path : `/history/${number}`;
  return addressIn(options, isThere ? wanted : locale, path);
}

/** The snapshot is in the page's main language; beside it is what incidents say in others. */
function inLanguageOf(
  { locale, texts }: PublicPage,
  snapshot: PublicPage,
  translated: CopySnapshot["translated"][string],
): PublicPage {
  if (snapshot.locale === locale) return snapshot;
  const own = new Map(translated.map((incident) => [incident.id, incident]));
  const incidents = snapshot.incidents.map((incident) => own.get(incident.id) ?? incident);
  return { ...snapshot, locale, texts, incidents };
}

function withShownDays(monitor: PublicPage["monitors"][number]): PublicPage["monitors"][number] {
  const { uptime } = monitor;
  return { ...monitor, uptime: { ...uptime, days: uptime.days.slice(-SHOWN_DAYS) } };
}
