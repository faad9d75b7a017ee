import { DurableObject } from "cloudflare:workers";
import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { messagesBetween, statusMessage } from "../../src/domain/page/difference.ts";
import type { LiveMessage } from "../../src/domain/page/live_message.ts";
import { localisePage, nextTurn, type PageSnapshot } from "../../src/domain/page/view.ts";
import { findDatabaseFault } from "../../src/domain/system/database_fault.ts";
import type { Env } from "../../src/env.ts";
import { sha256Hex } from "../../src/lib/bytes.ts";
import { log } from "../../src/lib/log.ts";
import { isLate } from "../../src/lib/within.ts";
import type { BuiltHtml, BuiltPage, CopyWanted, PageObject, PageReader } from "../../src/objects/page.ts";
import { drawPage } from "../../src/page/draw.ts";
import { writeSnapshot } from "../../src/page/mirror/write_snapshot.ts";
import { answerPrivate } from "../../src/page/refused_stream.ts";
import type { PublicStatus } from "../../src/schema/public_page.ts";
import { isCopyDue, keepCopy } from "../../src/service/page/copy.ts";
import type { StoredLayout } from "../../src/service/page/layout.ts";
import { Streams } from "../streams.ts";
import { PageSource } from "./source.ts";

const SWEEP_MS = 1000;
const RECHECK_MS = 4000;
/** An outage is seen by several watches within moments: it makes one page. */
const GATHER_MS = 150;
const OLDEST_MS = 60_000;
const RENEW_MS = 30_000;
/** Who asks by the clock and not because somebody looks needs no reading for what nobody told of, nor another copy. */
const STEADY_MS = 5 * 60_000;
const RETRY_MS = 5000;

/**
 * What was read of the page for the static copy. An object that nobody looks at is gone before the next push, and what
 * was read holds as long as no change makes another whole copy.
 */
let reading: { wholeAt: number; readAt: number; source: PageSource } | null = null;

/**
 * One instance for the instance of Uptide: the page as it is now, its HTML in each language, and the streams of those
 * who look at it. It is read anew when somebody tells of a change, or asks after a minute; a change of status is told
 * by its watch and needs no reading. What open pages are told is the difference between the page before and the page
 * after, whatever made it. The last good page is kept in R2, so that nothing here has to survive.
 */
export class Page extends DurableObject<Env> implements PageObject {
  readonly #instance = crypto.randomUUID().slice(0, 8);
  #source = new PageSource(this.env);
  readonly #streams = new Streams(this.env, { everyMs: SWEEP_MS, sweep: (now) => this.#sweep(now) });
  readonly #html = new Map<string, BuiltHtml>();
  #built: BuiltPage | null = null;
  #buildings = 0;
  #hasNews = false;
  /** When time alone makes the built page untrue. */
  #turnsAt = Infinity;
  #building: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  /** Changes told of, and how many of them the last reading has seen. */
  #told = 0;
  #taken = -1;
  #readAt = 0;
  #failedAt = 0;
  /** Changes that the copy in R2 has. */
  #keptTold = 0;
  #recheckedAt = 0;
  #gathering: ReturnType<typeof setTimeout> | null = null;
  /** What open pages know: the page they were told of last, and statuses that were told since. */
  #toldPage: PageSnapshot | null = null;
  #shown = new Map<number, PublicStatus>();

  /** A visitor's stream. */
  override async fetch(request: Request): Promise<Response> {
    const { locale, ...owner } = JSON.parse(request.headers.get("Uptide-Reader") ?? "{}") as PageReader;
    const built = await this.#current();
    if (!built || (built.snapshot.isPrivate && owner.sessionId === null)) return answerPrivate();
    const client = request.headers.get("Uptide-Client") ?? "";
    const { version } = built.snapshot.page;
    return await this.#streams.open(request, { owner, client, version, locale, id: built.at });
  }

  /** The page as it is now; null when it is the one that is known already. Throws when there is none at all. */
  async view(known: string | null): Promise<BuiltPage | null> {
    const built = await this.#current();
    if (!built) throw new Error("there is no page to show");
    return built.stamp === known ? null : built;
  }

  /** The same, not older than this, for one who asks each minute whoever looks: then the watches alone are asked. */
  async steadyView(maxAgeMs: number): Promise<BuiltPage> {
    const now = Date.now();
    const isRead = this.#told === this.#taken && now - this.#readAt <= STEADY_MS;
    if (!isRead) await this.#read();
    else if (now - this.#source.takenAt() > maxAgeMs) await this.#askWatches(now);
    await this.#buildNews(now);
    if (!this.#built) throw new Error("there is no page to show");
    return this.#built;
  }

  /** The copy's snapshot.json, since that whole copy; null where the page is private. */
  async copyText({ maxAgeMs, wholeAt }: CopyWanted): Promise<string | null> {
    this.#resume(wholeAt);
    const { snapshot } = await this.steadyView(maxAgeMs);
    if (snapshot.isPrivate) return null;
    this.#remember(wholeAt);
    return await writeSnapshot(this.env, snapshot, { now: Date.now(), wholeAt });
  }

  async preview(layout: StoredLayout): Promise<PageSnapshot> {
    const source = new PageSource(this.env, layout);
    const now = Date.now();
    await source.read(now);
    const snapshot = source.snapshot(now);
    if (!snapshot) throw new Error("nothing was read");
    return snapshot;
  }

  async html(locale: string | null, known: string | null): Promise<BuiltHtml | null> {
    const built = await this.#current();
    if (!built) throw new Error("there is no page to show");
    const page = localisePage(built.snapshot, locale);
    let html = this.#html.get(page.locale);
    if (html?.stamp !== built.stamp) {
      html = {
        stamp: built.stamp,
        at: built.at,
        ...(await drawPage(page, { kind: "home" }, built.snapshot.isPrivate)),
      };
      this.#html.set(page.locale, html);
    }
    return html.stamp === known ? null : html;
  }

  /** Something that the page shows was changed in the database. */
  async changed(): Promise<void> {
    reading = null;
    this.#told++;
    this.#failedAt = 0;
    // Also when nobody looks: the copy in R2 has to follow, above all when the page becomes private.
    this.ctx.waitUntil(this.#current());
  }

  async takeStatuses(statuses: readonly LiveStatus[]): Promise<void> {
    const placed = this.#source.takeStatuses(statuses, Date.now());
    if (placed.length === 0) return;
    this.#hasNews = true;
    if (this.#streams.size === 0) return;
    const news = placed.filter(({ id, current }) => this.#shown.get(id) !== current);
    for (const { id, current } of news) this.#shown.set(id, current);
    if (news.length > 0) this.#streams.sendAll(news.map(toMessage));
    this.#tellSoon();
  }

  /** What follows from a status is told as soon as the page is built with it. */
  #tellSoon(): void {
    if (this.#gathering !== null) return;
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      this.#current().catch((error: unknown) => log("warn", "the page could not be built", { error }));
    }, GATHER_MS);
  }

  /** A session has ended: so does what it was opened with, where that needs one. */
  async recheck(): Promise<void> {
    if (this.#built?.snapshot.isPrivate) await this.#streams.recheck();
  }

  async streamCount(): Promise<number> {
    return this.#streams.size;
  }

  async #current(): Promise<BuiltPage | null> {
    const now = Date.now();
    const age = now - this.#readAt;
    const mayRead = now - this.#failedAt > RETRY_MS;
    if (mayRead && (this.#told !== this.#taken || age > OLDEST_MS)) await this.#read();
    else if (mayRead && age > RENEW_MS) this.ctx.waitUntil(this.#read());
    await this.#buildNews(now);
    return this.#built;
  }

  async #buildNews(now: number): Promise<void> {
    // What is being built may have begun before the last news.
    while (this.#hasNews || this.#building || now >= this.#turnsAt) await this.#build();
  }

  async #askWatches(now: number): Promise<void> {
    await this.#source.takeWatches(now);
    this.#hasNews = true;
  }

  /** Goes on with what was read for the copy before, where nobody has told of a change or read anything since. */
  #resume(wholeAt: number): void {
    if (this.#told > 0 || this.#readAt > 0 || reading?.wholeAt !== wholeAt) return;
    this.#source = reading.source;
    this.#readAt = reading.readAt;
    this.#taken = this.#told;
    this.#hasNews = true;
  }

  #remember(wholeAt: number): void {
    const isCurrent = this.#told === this.#taken && this.#readAt > 0;
    reading = isCurrent ? { wholeAt, readAt: this.#readAt, source: this.#source } : null;
  }

  /** Reads until no change is left that was told of while it read. Never throws. */
  async #read(): Promise<void> {
    do {
      this.#reading ??= this.#readOnce().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    } while (this.#told !== this.#taken && this.#failedAt === 0);
  }

  async #readOnce(): Promise<void> {
    const told = this.#told;
    const now = Date.now();
    try {
      await this.#source.read(now);
      this.#taken = told;
      this.#readAt = now;
      this.#failedAt = 0;
      this.#hasNews = true;
    } catch (error) {
      log("warn", "the page could not be read", { error });
      this.#failedAt = now;
      await this.#makeDo(error, now);
    }
  }

  /** The database is away: statuses still come from the watches, the rest from the last copy. */
  async #makeDo(fault: unknown, now: number): Promise<void> {
    try {
      await this.#source.makeDo(findDatabaseFault(fault) ?? (isLate(fault) ? "database_away" : "other"), now);
      this.#hasNews = true;
    } catch (error) {
      log("warn", "there is no copy of the page", { error });
    }
  }

  async #build(): Promise<void> {
    this.#building ??= this.#buildOnce().finally(() => {
      this.#building = null;
    });
    await this.#building;
  }

  async #buildOnce(): Promise<void> {
    this.#hasNews = false;
    const now = Date.now();
    const at = this.#streams.nextId();
    this.#turnsAt = Infinity;
    const snapshot = this.#source.snapshot(now);
    if (!snapshot) return;
    this.#turnsAt = nextTurn(snapshot, now);
    snapshot.page.version = await versionOf(snapshot);
    this.#built = { stamp: this.#nextStamp(), at, snapshot };
    if (snapshot.isPrivate) this.#endGuests();
    // What came in while it was built is in the next one: statuses that were told already must not be taken back.
    if (!this.#hasNews) this.#tell(snapshot, at);
    if (snapshot.page.fault) return;
    const isDue = this.#keptTold !== this.#taken || isCopyDue(snapshot, Date.now());
    if (isDue) this.ctx.waitUntil(this.#keep(snapshot));
  }

  async #keep(snapshot: PageSnapshot): Promise<void> {
    this.#keptTold = this.#taken;
    try {
      await keepCopy(this.env, snapshot, Date.now());
    } catch (error) {
      log("warn", "the page's copy could not be kept", { error });
    }
  }

  #nextStamp(): string {
    return `${this.#instance}.${++this.#buildings}`;
  }

  #endGuests(): void {
    this.#streams.endThose(({ sessionId }) => sessionId === null);
  }

  /** Open pages hear what is different now, as new as this page. */
  #tell(snapshot: PageSnapshot, at: number): void {
    const [before, shown] = [this.#toldPage, this.#shown];
    this.#toldPage = snapshot;
    this.#shown = new Map(snapshot.page.monitors.map(({ id, status }) => [id, status]));
    if (!before) return;
    this.#streams.sendInWords((locale) => messagesBetween(before, snapshot, { shown, locale }), at);
  }

  async #sweep(now: number): Promise<void> {
    // Maintenance begins and ends by the clock, and what could not be read before is tried again.
    const isWaiting = this.#hasNews || this.#told !== this.#taken || this.#failedAt > 0;
    if (now >= this.#turnsAt || isWaiting) await this.#current();
    if (now - this.#recheckedAt < RECHECK_MS) return;
    this.#recheckedAt = now;
    await this.recheck();
  }
}

function toMessage({ id, current, responseMs, checkedAt }: LiveStatus): LiveMessage {
  const time = checkedAt === null ? null : new Date(checkedAt).toISOString();
  return statusMessage({ id, status: current, responseMs, checkedAt: time });
}

/** The same for pages that tell the same; times of steady checks and their charts make no other version. */
async function versionOf({ page, locales, words }: PageSnapshot): Promise<string> {
  const { site, overall, layout, incidents, maintenances, subscriptions, fault } = page;
  const monitors = page.monitors.map(({ id, name, status, underMaintenance, affectedBy, uptime }) => {
    return [id, name, status, underMaintenance, affectedBy, uptime.days.map((day) => day.status)];
  });
  const text = JSON.stringify([
    site,
    overall,
    layout,
    incidents,
    maintenances,
    subscriptions,
    monitors,
    locales,
    words,
    fault,
  ]);
  return (await sha256Hex(text)).slice(0, 12);
}
