import type { LiveStatus } from "../domain/monitor/watch_item.ts";
import type { Placed } from "../domain/page/layout.ts";
import type { StreamOwner } from "../domain/page/live_message.ts";
import type { PageSnapshot } from "../domain/page/view.ts";
import type { LayoutTree } from "../schema/layout.ts";

export interface DrawnPage {
  /** The code of the language that it is in. */
  locale: string;
  html: string;
  /** The same, compressed: once for everybody who gets it. */
  gzip: Uint8Array<ArrayBuffer>;
  /** The Content-Security-Policy it needs. It is kept and given to many, so by hashes and never by a nonce. */
  policy: string;
  /** Changes with the content. */
  etag: string;
}

export interface BuiltPage {
  /** Changes with every building, and from one instance to the next. */
  stamp: string;
  /** As new as this message of the stream; 0 for a copy. */
  at: number;
  snapshot: PageSnapshot;
}

export interface BuiltHtml extends DrawnPage {
  stamp: string;
  /** As new as this message of the stream; 0 for a copy. */
  at: number;
}

export interface CopyWanted {
  maxAgeMs: number;
  /** When the last whole copy was begun: there is another one after each change that was told of. */
  wholeAt: number;
}

/** Who asks for a stream, as the Worker found out. */
export interface PageReader extends StreamOwner {
  locale: string;
}

/**
 * Has the page as it is now, and the streams of those who look at it. Its `fetch` opens one, for the reader that the
 * header `Uptide-Reader` has in JSON, counted for the client in `Uptide-Client`.
 */
export interface PageObject extends Rpc.DurableObjectBranded {
  /** The page as it is now; null when it is the one that is known already. Throws when there is none at all. */
  view(known: string | null): Promise<BuiltPage | null>;
  /** The same, not older than this, for one who asks each minute whoever looks: then the watches alone are asked. */
  steadyView(maxAgeMs: number): Promise<BuiltPage>;
  /** The copy's snapshot.json, since that whole copy; null where the page is private. */
  copyText(wanted: CopyWanted): Promise<string | null>;
  preview(layout: { tree: LayoutTree; monitors: Placed[]; longCharts: Placed[] }): Promise<PageSnapshot>;
  html(locale: string | null, known: string | null): Promise<BuiltHtml | null>;
  /** Something that the page shows was changed in the database. */
  changed(): Promise<void>;
  takeStatuses(statuses: readonly LiveStatus[]): Promise<void>;
  /** A session has ended: so does what it was opened with, where that needs one. */
  recheck(): Promise<void>;
  streamCount(): Promise<number>;
}
