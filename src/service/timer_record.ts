import type { TimerItem } from "../domain/watch_item.ts";
import type { Env } from "../env.ts";

/** What a watch's timers set off. Each item may be told twice; the second time changes nothing. */
export async function recordTimers(_env: Env, _items: readonly TimerItem[]): Promise<void> {}
