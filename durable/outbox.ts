import { log } from "../src/lib/log.ts";

export type ItemUpgrade = (item: Record<string, unknown>) => Record<string, unknown>;

interface OutboxOptions {
  /** The first upgrades version 1, whose items carry no version. */
  upgrades: readonly ItemUpgrade[];
  onWritten?: (rows: number) => void;
}

/**
 * Changes an object owes the database, in order. Each item has a version: earlier ones are upgraded when
 * read, later ones wait, without blocking others, for a release that knows them.
 */
export class Outbox<Item extends object> {
  readonly #sql: SqlStorage;
  readonly #options: OutboxOptions;
  readonly #version: number;
  /** Only this object writes here: after an empty read there is nothing until something is added. */
  #isEmpty = false;

  static readonly SCHEMA = `
    CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, item TEXT NOT NULL);
  `;

  constructor(sql: SqlStorage, options: OutboxOptions) {
    this.#sql = sql;
    this.#options = options;
    this.#version = options.upgrades.length + 1;
  }

  add(item: Item): void {
    this.#isEmpty = false;
    this.#run(
      "INSERT INTO outbox (item) VALUES (?)",
      JSON.stringify({ ...item, version: this.#version, addedAt: Date.now() }),
    );
  }

  list(limit: number): { id: number; item: Item }[] {
    if (this.#isEmpty) return [];
    const cursor = this.#sql.exec<{ id: number; item: string }>(
      "SELECT id, item FROM outbox WHERE coalesce(item ->> '$.version', 1) <= ? ORDER BY id LIMIT ?",
      this.#version,
      limit,
    );
    const rows = [...cursor];
    this.#isEmpty = rows.length === 0;
    return rows.map(({ id, item }) => ({ id, item: this.#read(item) }));
  }

  hasLater(): boolean {
    const rows = this.#sql.exec("SELECT 1 FROM outbox WHERE item ->> '$.version' > ? LIMIT 1", this.#version);
    return !rows.next().done;
  }

  size(): number {
    return this.#sql.exec<{ size: number }>("SELECT count(*) AS size FROM outbox").one().size;
  }

  /** Null if it is empty, or holds only items from before times were kept. */
  oldestAt(): number | null {
    const rows = this.#sql.exec<{ at: number | null }>(
      "SELECT item ->> '$.addedAt' AS at FROM outbox ORDER BY id LIMIT 1",
    );
    return [...rows][0]?.at ?? null;
  }

  remove(ids: readonly number[]): void {
    this.#run("DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  }

  #read(text: string): Item {
    const { version = 1, addedAt: _, ...item } = JSON.parse(text) as Record<string, unknown>;
    const missing = this.#options.upgrades.slice(Number(version) - 1);
    return missing.reduce((older, upgrade) => upgrade(older), item) as Item;
  }

  #run(sql: string, ...values: SqlStorageValue[]): void {
    const { rowsWritten } = this.#sql.exec(sql, ...values);
    this.#options.onWritten?.(rowsWritten);
  }
}

const BATCH = 200;
const LOOK_PAST = 2000;
/** After this many refusals with nothing accepted, the receiver is down and isn't asked for each item. */
const AWAY_AFTER = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

interface Row<Item> {
  id: number;
  item: Item;
}

interface OutboxDrainParts<Item> {
  hand(items: Item[]): Promise<void>;
  /** Items with a common lane keep their order; others don't wait for them. */
  lanesOf(item: Item): readonly (string | number)[];
  wakeAt(at: number): Promise<void>;
}

export class OutboxDrain<Item extends object> {
  readonly #outbox: Outbox<Item>;
  readonly #deps: OutboxDrainParts<Item>;
  #run: Promise<void> = Promise.resolve();
  #isRunning = false;
  #isWantedAgain = false;
  #waitMs = 0;
  #retryAt = 0;
  #isAway = false;
  #refused = new Set<string | number>();

  constructor(outbox: Outbox<Item>, deps: OutboxDrainParts<Item>) {
    this.#outbox = outbox;
    this.#deps = deps;
  }

  /** Never throws. One run at a time; it also takes items that arrive meanwhile. */
  async run(): Promise<void> {
    this.#isWantedAgain = true;
    if (!this.#isRunning) this.#run = this.#runAll();
    await this.#run;
  }

  retryTimes(): number[] {
    return this.#retryAt > 0 && !this.#isRunning ? [this.#retryAt] : [];
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isWantedAgain && (!this.#isAway || Date.now() >= this.#retryAt)) {
        this.#isWantedAgain = false;
        await this.#tryOnce();
      }
    } catch (error) {
      log("error", "failed to drain an outbox", { error });
    } finally {
      // No await since the loop's check, so the next caller starts a run of its own.
      this.#isRunning = false;
    }
  }

  async #tryOnce(): Promise<void> {
    const isRetryDue = Date.now() >= this.#retryAt;
    try {
      await this.#runOnce(isRetryDue);
      this.#isAway = false;
    } catch (error) {
      log("warn", "the database did not accept an outbox", { error });
      this.#isAway = true;
    }
    if (!this.#isAway && this.#refused.size === 0) {
      this.#waitMs = 0;
      this.#retryAt = 0;
    } else if (this.#isAway || isRetryDue) {
      this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2 || FIRST_WAIT_MS);
      this.#retryAt = Date.now() + this.#waitMs;
      await this.#deps.wakeAt(this.#retryAt);
    }
  }

  async #runOnce(isRetryDue: boolean): Promise<void> {
    while (this.#refused.size === 0) {
      const rows = this.#outbox.list(BATCH);
      if (rows.length === 0) return;
      try {
        await this.#hand(rows);
      } catch (error) {
        log("warn", "an outbox batch was not accepted", { error });
        await this.#handApart(true);
        return;
      }
    }
    await this.#handApart(isRetryDue);
  }

  async #handApart(isRetryDue: boolean): Promise<void> {
    const { free, held } = this.#sort(this.#outbox.list(LOOK_PAST));
    const refused = new Set<string | number>();
    let isAnyTaken = false;
    let fault: unknown = null;
    let faults = 0;
    for (const row of isRetryDue ? [...free, ...held] : free) {
      const lanes = this.#deps.lanesOf(row.item);
      const mustWait = lanes.some((lane) => refused.has(lane));
      try {
        if (!mustWait) {
          await this.#hand([row]);
          isAnyTaken = true;
          continue;
        }
      } catch (error) {
        fault = error;
        faults += 1;
        log("error", "an outbox item was not accepted", { lanes, error });
      }
      for (const lane of lanes) refused.add(lane);
      if (!isAnyTaken && faults >= AWAY_AFTER) break;
    }
    // Items not tried stay refused. If nothing was accepted, the next try starts with others.
    const left = isRetryDue ? [] : held.flatMap(({ item }) => this.#deps.lanesOf(item));
    this.#refused = new Set([...refused, ...left]);
    if (fault !== null && !isAnyTaken) throw fault;
  }

  #sort(rows: readonly Row<Item>[]): { free: Row<Item>[]; held: Row<Item>[] } {
    const blocked = new Set(this.#refused);
    const [free, held]: [Row<Item>[], Row<Item>[]] = [[], []];
    for (const row of rows) {
      const lanes = this.#deps.lanesOf(row.item);
      const isHeld = lanes.some((lane) => blocked.has(lane));
      if (isHeld) for (const lane of lanes) blocked.add(lane);
      (isHeld ? held : free).push(row);
    }
    return { free, held };
  }

  async #hand(rows: readonly Row<Item>[]): Promise<void> {
    await this.#deps.hand(rows.map(({ item }) => item));
    this.#outbox.remove(rows.map(({ id }) => id));
  }
}
