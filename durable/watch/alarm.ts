import { earliest } from "../../src/domain/monitor/schedule.ts";
import type { Cost } from "../../src/objects/watch.ts";

export class WatchAlarm {
  readonly #storage: DurableObjectStorage;
  readonly #cost: Cost;

  constructor(storage: DurableObjectStorage, cost: Cost) {
    this.#storage = storage;
    this.#cost = cost;
  }

  async find(): Promise<number | null> {
    return await this.#storage.getAlarm();
  }

  async arm(dueTimes: readonly number[]): Promise<void> {
    const next = earliest(dueTimes);
    if (next !== null && (await this.find()) !== next) await this.set(next);
  }

  async armNoLaterThan(at: number): Promise<void> {
    const alarmAt = await this.find();
    if (alarmAt === null || alarmAt > at) await this.set(at);
  }

  async set(at: number): Promise<void> {
    this.#cost.rowsWritten += 1;
    await this.#storage.setAlarm(at);
  }
}
