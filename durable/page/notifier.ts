import type { LiveStatus } from "../../src/domain/monitor/watch_item.ts";
import { messagesBetween, statusMessage } from "../../src/domain/page/difference.ts";
import type { LiveMessage } from "../../src/domain/page/live_message.ts";
import type { PageSnapshot } from "../../src/domain/page/view.ts";
import type { Env } from "../../src/env.ts";
import { log } from "../../src/lib/log.ts";
import type { BuiltPage, PageReader } from "../../src/objects/page.ts";
import type { PublicStatus } from "../../src/schema/public_page.ts";
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
