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
