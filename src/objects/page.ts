import type { LiveStatus } from "../domain/monitor/watch_item.ts";
import type { Placed } from "../domain/page/layout.ts";
import type { StreamOwner } from "../domain/page/live_message.ts";
import type { KnownPage } from "../domain/page/site.ts";
import type { PageSnapshot } from "../domain/page/view.ts";
import type { LayoutTree } from "../schema/layout.ts";

export interface DrawnPage {
  locale: string;
  html: string;
  gzip: Uint8Array<ArrayBuffer>;
  /** For a first view: with the style sheet inside. */
  firstGzip: Uint8Array<ArrayBuffer>;
  /** Uses hashes and no nonce, because the page is cached and served to many. */
  policy: string;
  etag: string;
}

export interface BuiltPage {
  stamp: string;
  /** Includes stream messages up to this one; 0 for a copy. */
  at: number;
  snapshot: PageSnapshot;
}

export interface BuiltHtml extends DrawnPage {
  stamp: string;
  at: number;
}

export interface CopyWanted {
  maxAgeMs: number;
  wholeAt: number;
}

export interface PageReader extends StreamOwner {
  locale: string;
}

/**
 * Holds the current page and its visitors' streams. `fetch` opens one for the reader in the `Uptide-Reader`
 * header (JSON), counted for the client in `Uptide-Client`.
 */
export interface PageObject extends Rpc.DurableObjectBranded {
  view(known: string | null): Promise<BuiltPage | null>;
  viewNoOlderThan(maxAgeMs: number): Promise<BuiltPage>;
  copyText(wanted: CopyWanted): Promise<string | null>;
  preview(layout: { tree: LayoutTree; monitors: Placed[]; longCharts: Placed[] }): Promise<PageSnapshot>;
  html(wanted: { locale: string | null; prefix: string }, known: string | null): Promise<BuiltHtml | null>;
  /** The default page's object forwards it to all other pages, or only to those with these keys. */
  changed(what?: { isOnlyDefault: boolean; keys?: readonly string[] }): Promise<void>;
  /** Call the next three on the default page's object only. */
  noteArrival(hostname: string): Promise<void>;
  pagesChanged(): Promise<void>;
  listPages(): Promise<KnownPage[]>;
  takeStatuses(statuses: readonly LiveStatus[]): Promise<void>;
  recheck(): Promise<void>;
  recheckAll(): Promise<void>;
  close(): Promise<void>;
  streamCount(): Promise<number>;
}
