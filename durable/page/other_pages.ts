import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { DEFAULT_PAGE_ID, type KnownPage } from "../../src/domain/page/site.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import { within } from "../../src/lib/within.ts";
import type { PageObject } from "../../src/objects/page.ts";
import { pageOf } from "../../src/service/announce/page.ts";
import { readKnownPages } from "../../src/service/page/known_pages.ts";

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
