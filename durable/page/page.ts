import { DurableObject } from "cloudflare:workers";
import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { DEFAULT_PAGE_ID, DEFAULT_PAGE_KEY, type KnownPage, pageIdIn } from "../../src/domain/page/site.ts";
import type { PageSnapshot } from "../../src/domain/page/view.ts";
import type { Env } from "../../src/env.ts";
import type { BuiltHtml, BuiltPage, CopyWanted, PageObject, PageReader } from "../../src/objects/page.ts";
import { writeSnapshot } from "../../src/page/mirror/write_snapshot.ts";
import { privateResponse } from "../../src/page/refused_stream.ts";
import { mirrorOf } from "../../src/service/announce/page.ts";
import type { StoredLayout } from "../../src/service/page/layout.ts";
import { PageBuilder } from "./builder.ts";
import { PageNotifier } from "./notifier.ts";
import { OtherPages } from "./other_pages.ts";
import { ContentReader, readPreview } from "./reader.ts";

/**
 * One instance per page holds it as it is now, its HTML in each language and the visitors' streams. It reads the database
 * after each announced change, or on a request more than a minute after the last read; statuses come from the watches
 * without a read. Open pages get the difference between the old and the new page, whatever caused it. The last good
 * page is kept in R2, so nothing here has to survive an eviction.
 */
export class Page extends DurableObject<Env> implements PageObject {
  readonly #pageId: number;
  /** Only the default page's object knows the others. */
  readonly #others: OtherPages | null;
  readonly #reader: ContentReader;
  readonly #builder: PageBuilder;
  readonly #notifier: PageNotifier;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    const pageId = pageIdIn(ctx.id.name);
    this.#pageId = pageId;
    this.#others = pageId === DEFAULT_PAGE_ID ? new OtherPages(env, ctx.storage) : null;
    this.#reader = new ContentReader(env, pageId, waitUntil);
    this.#notifier = new PageNotifier({
      env,
      sweep: (now) => this.#sweep(now),
      update: () => this.#update(),
    });
    this.#builder = new PageBuilder({
      env,
      pageId,
      reader: this.#reader,
      notifier: this.#notifier,
      waitUntil,
    });
  }

  override async fetch(request: Request): Promise<Response> {
    const reader = JSON.parse(request.headers.get("Uptide-Reader") ?? "{}") as PageReader;
    const built = await this.#update();
    if (!built || !mayFollow(built.snapshot, reader)) return privateResponse();
    return await this.#notifier.open(request, built, reader);
  }

  async view(known: string | null): Promise<BuiltPage | null> {
    const built = requirePage(await this.#update());
    return built.stamp === known ? null : built;
  }

  async viewNoOlderThan(maxAgeMs: number): Promise<BuiltPage> {
    const now = Date.now();
    await this.#reader.refreshStatuses(now, maxAgeMs);
    return requirePage(await this.#builder.update(now));
  }

  async copyText({ maxAgeMs, wholeAt }: CopyWanted): Promise<string | null> {
    this.#reader.resume(wholeAt);
    const { snapshot } = await this.viewNoOlderThan(maxAgeMs);
    if (snapshot.isPrivate) return null;
    this.#reader.keepFor(wholeAt);
    return await writeSnapshot(this.env, snapshot, { pageId: this.#pageId, now: Date.now(), wholeAt });
  }

  async preview(layout: StoredLayout): Promise<PageSnapshot> {
    return await readPreview(this.env, this.#pageId, layout);
  }

  async html(
    wanted: { locale: string | null; prefix: string },
    known: string | null,
  ): Promise<BuiltHtml | null> {
    const html = await this.#builder.htmlOf(requirePage(await this.#update()), wanted);
    return html.stamp === known ? null : html;
  }

  async changed(what?: { isOnlyDefault: boolean; keys?: readonly string[] }): Promise<void> {
    const isMeant = (key: string) => what?.keys?.includes(key) ?? true;
    if (what?.isOnlyDefault === false)
      this.ctx.waitUntil(
        this.#notifyOthers("a change", async (page, { id, key, isCopied }) => {
          if (!isMeant(key)) return;
          await page.changed();
          if (isCopied) await mirrorOf(this.env, id).changed();
        }),
      );
    if (this.#others && !isMeant(DEFAULT_PAGE_KEY)) return;
    this.#reader.noteChange();
    // Needed without visitors too: the copy in R2 has to follow, above all when the page becomes private.
    this.ctx.waitUntil(this.#update());
  }

  async takeStatuses(statuses: readonly LiveStatus[]): Promise<void> {
    const placed = this.#reader.takeStatuses(statuses, Date.now());
    if (placed.length > 0) this.#notifier.sendStatuses(placed);
    if (this.#others) this.ctx.waitUntil(this.#others.notifyStatuses(statuses));
  }

  async pagesChanged(): Promise<void> {
    await this.#others?.readAgain();
  }

  async noteArrival(hostname: string): Promise<void> {
    await this.#others?.noteArrival(hostname, Date.now());
  }

  async listPages(): Promise<KnownPage[]> {
    if (!this.#others) throw new Error("only the default page's object knows the others");
    return await this.#others.list(Date.now());
  }

  async recheck(): Promise<void> {
    if (this.#builder.isPrivate) await this.#notifier.recheck();
  }

  async close(): Promise<void> {
    this.#notifier.endAll();
    this.ctx.abort("the page was deleted");
  }

  async recheckAll(): Promise<void> {
    await Promise.all([this.recheck(), this.#notifyOthers("ended sessions", (page) => page.recheck())]);
  }

  async streamCount(): Promise<number> {
    return this.#notifier.streamCount;
  }

  async #notifyOthers(
    what: string,
    call: (page: DurableObjectStub<PageObject>, known: KnownPage) => Promise<void>,
  ) {
    await this.#others?.notify(what, call);
  }

  async #update(): Promise<BuiltPage | null> {
    const now = Date.now();
    await this.#reader.refresh(now);
    return await this.#builder.update(now);
  }

  /** Maintenance begins and ends by the clock, and failed readings are tried again. */
  async #sweep(now: number): Promise<void> {
    if (this.#builder.isDue(now) || this.#reader.isBehind) await this.#update();
    if (this.#notifier.isRecheckDue(now)) await this.recheck();
  }
}

function mayFollow({ isPrivate, unlockStamp }: PageSnapshot, { sessionId, unlocked }: PageReader): boolean {
  return !isPrivate || sessionId !== null || (unlocked !== undefined && unlocked === unlockStamp);
}

function requirePage(built: BuiltPage | null): BuiltPage {
  if (!built) throw new Error("there is no page to show");
  return built;
}
