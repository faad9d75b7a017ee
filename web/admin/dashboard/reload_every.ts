import { createEffect, on } from "solid-js";
import { now } from "../../lib/clock.ts";
import type { Loading } from "../../lib/load.ts";

/** A failed attempt counts too: while offline it must not retry on every tick. */
export function reloadEvery(load: Loading<unknown>, everyMs: number): void {
  let askedAt = 0;
  createEffect(
    on(
      now,
      (at) => {
        if (at - Math.max(load.loadedAt(), askedAt) < everyMs || load.isLoading()) return;
        askedAt = at;
        load.reload();
      },
      { defer: true },
    ),
  );
}
