import { localisePage, nextTurn, type PageSnapshot } from "../../src/domain/page/view.ts";
import type { Env } from "../../src/env.ts";
import { sha256Hex } from "../../src/lib/bytes.ts";
import { log } from "../../src/lib/log.ts";
import type { BuiltHtml, BuiltPage } from "../../src/objects/page.ts";
import { drawPage } from "../../src/page/draw.ts";
import { isCopyDue, keepCopy } from "../../src/service/page/source.ts";
import type { PageNotifier } from "./notifier.ts";
import type { ContentReader } from "./reader.ts";

interface Deps {
  env: Env;
  pageId: number;
  reader: ContentReader;
  notifier: PageNotifier;
  waitUntil: (work: Promise<unknown>) => void;
}

export class PageBuilder {
  readonly #deps: Deps;
  readonly #instance = crypto.randomUUID().slice(0, 8);
  readonly #html = new Map<string, BuiltHtml>();
  #built: BuiltPage | null = null;
  #buildings = 0;
  #building: Promise<void> | null = null;
  #builtRevision = 0;
  #turnsAt = Infinity;
  #changesInCopy = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get isPrivate(): boolean {
    return this.#built?.snapshot.isPrivate ?? false;
  }

  isDue(now: number): boolean {
    return now >= this.#turnsAt || this.#isOutdated();
  }

  async update(now: number): Promise<BuiltPage | null> {
    // A build in progress may have begun before the last change.
    while (this.#building || this.isDue(now)) {
      this.#building ??= this.#build().finally(() => {
        this.#building = null;
      });
      await this.#building;
    }
    return this.#built;
  }

  async htmlOf(
    { stamp, at, snapshot }: BuiltPage,
    { locale, prefix }: { locale: string | null; prefix: string },
  ): Promise<BuiltHtml> {
    const page = localisePage(snapshot, locale);
    const key = `${page.locale} ${prefix}`;
    const known = this.#html.get(key);
    if (known?.stamp === stamp) return known;
    const html = {
      stamp,
      at,
      ...(await drawPage(page, { kind: "home" }, { isPrivate: snapshot.isPrivate, prefix })),
    };
    this.#html.set(key, html);
    return html;
  }

  #isOutdated(): boolean {
    return this.#builtRevision !== this.#deps.reader.revision;
  }

  async #build(): Promise<void> {
    const { reader, notifier, waitUntil } = this.#deps;
    this.#builtRevision = reader.revision;
    const now = Date.now();
    const at = notifier.nextId();
    this.#turnsAt = Infinity;
    const snapshot = reader.snapshot(now);
    if (!snapshot) return;
    this.#turnsAt = nextTurn(snapshot, now);
    snapshot.page.version = await versionOf(snapshot);
    this.#built = { stamp: `${this.#instance}.${++this.#buildings}`, at, snapshot };
    if (snapshot.isPrivate) notifier.endGuests(snapshot.unlockStamp ?? null);
    // Changes that came in meanwhile are in the next page: statuses already sent must not be taken back.
    if (!this.#isOutdated()) notifier.sendDifference(snapshot, at);
    if (snapshot.page.fault) return;
    const isDue =
      this.#changesInCopy !== reader.changesRead || isCopyDue(this.#deps.pageId, snapshot, Date.now());
    if (isDue) waitUntil(this.#keep(snapshot));
  }

  async #keep(snapshot: PageSnapshot): Promise<void> {
    this.#changesInCopy = this.#deps.reader.changesRead;
    try {
      await keepCopy(this.#deps.env, snapshot, { pageId: this.#deps.pageId, now: Date.now() });
    } catch (error) {
      log("warn", "failed to store the page's copy", { error });
    }
  }
}

/** Times of steady checks and their charts change no version. */
async function versionOf({ page, locales, words }: PageSnapshot): Promise<string> {
  const { site, overall, layout, incidents, maintenances, subscriptions, fault } = page;
  const monitors = page.monitors.map(({ id, name, status, underMaintenance, affectedBy, uptime }) => {
    return [id, name, status, underMaintenance, affectedBy, uptime.days.map((day) => day.status)];
  });
  const said = [
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
  ];
  return (await sha256Hex(JSON.stringify(said))).slice(0, 12);
}
