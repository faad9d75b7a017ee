import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { messagesBetween, statusMessage } from "../../src/domain/page/difference.ts";
import type { LiveMessage } from "../../src/domain/page/live_message.ts";
import { DEFAULT_PAGE_ID, type KnownPage } from "../../src/domain/page/site.ts";
import type { PageSnapshot } from "../../src/domain/page/view.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import { within } from "../../src/lib/within.ts";
import type { BuiltPage, PageObject, PageReader } from "../../src/objects/page.ts";
import type { PublicStatus } from "../../src/schema/public_page.ts";
import { pageOf } from "../../src/service/announce/page.ts";
import { readKnownPages } from "../../src/service/page/known_pages.ts";
import { Streams } from "../streams.ts";

const SWEEP_MS = 1000;
const RECHECK_MS = 4000;
/** Several watches see an outage within moments: it makes one page. */
const GATHER_MS = 150;

interface Deps {
  env: Env;
  sweep(now: number): Promise<void>;
  update(): Promise<unknown>;
}

export class PageNotifier {
  readonly #deps: Deps;
  readonly #streams: Streams;
  #isGathering = false;
  #recheckedAt = 0;
  #sentPage: PageSnapshot | null = null;
  #sentStatuses = new Map<number, PublicStatus>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#streams = new Streams(deps.env, { everyMs: SWEEP_MS, sweep: deps.sweep });
  }

  get streamCount(): number {
    return this.#streams.size;
  }

  nextId(): number {
    return this.#streams.nextId();
  }

  async open(request: Request, { snapshot, at }: BuiltPage, reader: PageReader): Promise<Response> {
    const { locale, ...owner } = reader;
    const client = request.headers.get("Uptide-Client") ?? "";
    const { version } = snapshot.page;
    return await this.#streams.open(request, { owner, client, version, locale, id: at });
  }

  sendStatuses(statuses: readonly LiveStatus[]): void {
    if (this.#streams.size === 0) return;
    const news = statuses.filter(({ id, current }) => this.#sentStatuses.get(id) !== current);
    for (const { id, current } of news) this.#sentStatuses.set(id, current);
    if (news.length > 0) this.#streams.sendAll(news.map(toMessage));
    if (this.#isGathering) return;
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      this.#deps.update().catch((error: unknown) => log("warn", "failed to build the page", { error }));
    }, GATHER_MS);
  }

  sendDifference(snapshot: PageSnapshot, at: number): void {
    const [before, shown] = [this.#sentPage, this.#sentStatuses];
    this.#sentPage = snapshot;
    this.#sentStatuses = new Map(snapshot.page.monitors.map(({ id, status }) => [id, status]));
    if (!before) return;
    this.#streams.sendInWords((locale) => messagesBetween(before, snapshot, { shown, locale }), at);
  }

  endGuests(unlockStamp: string | null): void {
    this.#streams.endThose(
      ({ sessionId, unlocked = null }) =>
        sessionId === null && (unlocked === null || unlocked !== unlockStamp),
    );
  }

  endAll(): void {
    this.#streams.endThose(() => true);
  }

  async recheck(): Promise<void> {
    await this.#streams.recheck();
  }

  isRecheckDue(now: number): boolean {
    if (now - this.#recheckedAt < RECHECK_MS) return false;
    this.#recheckedAt = now;
    return true;
  }
}

function toMessage({ id, current, responseMs, checkedAt }: LiveStatus): LiveMessage {
  const time = checkedAt === null ? null : new Date(checkedAt).toISOString();
  return statusMessage({ id, status: current, responseMs, checkedAt: time });
}

const OLDEST_MS = 60_000;
const TIMEOUT_MS = 3000;
const KEPT = "pages";
const ARRIVALS = "arrivals";

/**
 * Kept by the default page's object, which serves all addresses and passes news on to the other pages. Its last
 * reading stays in storage, and without other pages it reads nothing to pass on news.
 */
export class OtherPages {
  readonly #env: Env;
  readonly #storage: DurableObjectStorage;
  #known: KnownPage[] | null = null;
  #arrivals: Record<string, number> | null = null;
  #readAt = 0;
  #reading: Promise<void> | null = null;

  constructor(env: Env, storage: DurableObjectStorage) {
    this.#env = env;
    this.#storage = storage;
  }

  async readAgain(): Promise<void> {
    this.#readAt = 0;
    await this.list(Date.now());
  }

  async list(now: number): Promise<KnownPage[]> {
    const isNew = this.#known !== null && now - this.#readAt <= OLDEST_MS && now >= this.#readAt;
    if (!isNew) {
      this.#reading ??= this.#read(now).finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
    const arrivals = await this.#arrived();
    return (await this.#kept()).map((page) => {
      const own = page.hostnames.flatMap((name) => (arrivals[name] ? [[name, arrivals[name]]] : []));
      return { ...page, arrivals: Object.fromEntries(own) };
    });
  }

  /** The first request to a hostname shows that its DNS works. */
  async noteArrival(hostname: string, now: number): Promise<void> {
    const arrivals = await this.#arrived();
    if (arrivals[hostname]) return;
    this.#arrivals = { ...arrivals, [hostname]: now };
    await this.#storage.put(ARRIVALS, this.#arrivals);
  }

  async #arrived(): Promise<Record<string, number>> {
    this.#arrivals ??= (await this.#storage.get<Record<string, number>>(ARRIVALS)) ?? {};
    return this.#arrivals;
  }

  async notify(what: string, call: (page: DurableObjectStub<PageObject>, known: KnownPage) => Promise<void>) {
    try {
      const others = (await this.#kept()).filter(({ id }) => id !== DEFAULT_PAGE_ID);
      const outcomes = await Promise.allSettled(
        others.map((known) => call(pageOf(this.#env, known.id), known)),
      );
      for (const { reason } of outcomes.filter((one) => one.status === "rejected"))
        log("warn", "a page was not notified", { what, error: reason });
    } catch (error) {
      log("warn", "other pages were not notified", { what, error });
    }
  }

  async notifyStatuses(statuses: readonly LiveStatus[]): Promise<void> {
    await this.notify("a status", async (page, { monitorIds }) => {
      const own = statuses.filter(({ id }) => monitorIds.includes(id));
      if (own.length > 0) await page.takeStatuses(own);
    });
  }

  async #kept(): Promise<KnownPage[]> {
    this.#known ??= (await this.#storage.get<KnownPage[]>(KEPT)) ?? [];
    return this.#known;
  }

  async #read(now: number): Promise<void> {
    const before = await this.#kept();
    try {
      const known = await within(TIMEOUT_MS, () => readKnownPages(this.#env));
      this.#known = known;
      if (JSON.stringify(known) !== JSON.stringify(before)) await this.#storage.put(KEPT, known);
    } catch (error) {
      log("warn", "failed to read the pages", { error });
    }
    this.#readAt = now;
  }
}
