import { watchOf } from "../../../src/domain/monitor/schedule.ts";
import { takeWatchTurn, type WatchSender } from "../../../src/service/watch/record.ts";
import { bindings } from "../client.ts";

/** Writes like the monitor's watch. */
export async function asWatch(monitorId: number, epoch = 0): Promise<WatchSender> {
  const watch = watchOf(monitorId);
  return { watch, turn: await takeWatchTurn(bindings, watch), epoch };
}
