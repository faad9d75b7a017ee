export class CountedSql {
  readonly #sql: SqlStorage;
  readonly #onWritten: (rows: number) => void;

  constructor(sql: SqlStorage, onWritten: (rows: number) => void) {
    this.#sql = sql;
    this.#onWritten = onWritten;
  }

  rows<T extends Record<string, SqlStorageValue>>(sql: string, ...values: SqlStorageValue[]): T[] {
    return this.each<T>(sql, ...values).toArray();
  }

  each<T extends Record<string, SqlStorageValue>>(
    sql: string,
    ...values: SqlStorageValue[]
  ): SqlStorageCursor<T> {
    return this.#sql.exec<T>(sql, ...values);
  }

  run(sql: string, ...values: SqlStorageValue[]): void {
    this.#onWritten(this.#sql.exec(sql, ...values).rowsWritten);
  }
}
