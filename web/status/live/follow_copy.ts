import type { CopySnapshot } from "../../../src/domain/mirror/snapshot.ts";
import { addressIn } from "../parts/links.ts";
import type { ScriptState } from "../view.ts";
import { isOtherLook, showPage } from "./fresh.ts";
import { reloadForRedraw } from "./full_reload.ts";
import { claimNothing, showNotice } from "./patch.ts";
import { localeOf, rootOf, stateOfPage, word } from "./state.ts";

const SNAPSHOT = "/snapshot.json";
const RELOAD_MS = 60_000;
const TIMEOUT_MS = 15_000;
const POLL_MS = 1000;
const INTERVALS = 3;

type Copy = NonNullable<ScriptState["copy"]>;

export function followCopy(): void {
  const { copy } = stateOfPage();
  if (!copy) return;
  const address = addressAskedFor(copy);
  if (address) {
    location.replace(address);
    return;
  }
  let readAt = 0;
  let isOld = false;
  let known: CopySnapshot | null = null;

  const takenAt = () => known?.takenAt ?? rootOf()?.dataset["taken"] ?? "";

  async function reread(): Promise<void> {
    readAt = Date.now();
    try {
      const response = await fetch(SNAPSHOT, {
        cache: "no-cache",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (response.ok) await take(await readSnapshot(response));
    } catch {
      // The page stays until it is outdated.
    }
    look();
  }

  async function take(snapshot: CopySnapshot): Promise<void> {
    if (snapshot.takenAt <= takenAt() && !(known === null && isOtherPage())) return;
    known = snapshot;
    await draw(snapshot);
  }

  /** Incident pages are rendered as of their last update. */
  const isOtherPage = () => copy.view.kind !== "home";

  async function draw(snapshot: CopySnapshot): Promise<void> {
    const { drawSnapshot } = await import("./draw_copy.tsx");
    const page = drawSnapshot(snapshot, copy as Copy);
    if (isOtherLook(page)) reloadForRedraw();
    isOld = false;
    showPage(page, () => isPast() && warn(page));
  }

  function isPast(): boolean {
    const { intervalSecs = 0 } = copy?.options.copy ?? {};
    return Date.now() - Date.parse(takenAt()) > INTERVALS * intervalSecs * 1000;
  }

  function warn(page: Document): void {
    isOld = true;
    claimNothing(page);
    showNotice(page, word("copy.old"), takenAt());
  }

  function look(): void {
    if (isPast() && !isOld) warn(document);
  }

  const rereadWhenDue = () => {
    if (!document.hidden && Date.now() - readAt >= RELOAD_MS) reread();
  };
  document.addEventListener("visibilitychange", rereadWhenDue);
  addEventListener("pageshow", rereadWhenDue);
  // The snapshot may be newer than the page: load it before calling anything outdated.
  reread().then(() => setInterval(look, POLL_MS));
  setInterval(rereadWhenDue, POLL_MS);
}

/** A plain file server may send no Content-Encoding: then the browser leaves it compressed. */
async function readSnapshot(response: Response): Promise<CopySnapshot> {
  const bytes = await response.blob();
  const [first, second] = new Uint8Array(await bytes.slice(0, 2).arrayBuffer());
  const isPacked = first === 0x1f && second === 0x8b;
  const text = isPacked ? bytes.stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  return (await new Response(text).json()) as CopySnapshot;
}

/** Files have no query, so each one has its own folder. */
function addressAskedFor({ options, locales }: Copy): string | null {
  const locale = localeOf();
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get("lang")?.toLowerCase() ?? locale;
  const number = /^\d+$/.exec((options.path === "/history" && asked.get("page")) || "")?.[0] ?? "1";
  const isThere = wanted !== locale && locales.includes(wanted);
  if (!isThere && number === "1") return null;
  const path = number === "1" ? options.path : `/history/${number}`;
  return addressIn(options, isThere ? wanted : locale, path);
}
