import { createEffect, type JSX, on } from "solid-js";
import type { LiveList } from "../../../src/domain/page/live_message.ts";
import { createListLoad, type Load } from "../../lib/load.ts";
import { LiveMark } from "./LiveMark.tsx";
import { turnsOf } from "./list_turns.ts";
import { followMonitors } from "./monitors.ts";

interface LiveLoad<T> extends Load<T> {
  mark: () => JSX.Element;
}

export function createLiveListLoad<T, F extends object>(
  name: LiveList,
  list: (signal: AbortSignal, filter: F) => Promise<T>,
  filter: () => F,
): LiveLoad<T> {
  const monitors = followMonitors();
  const load = createListLoad(list, filter);
  createEffect(on(() => turnsOf(name), load.reload, { defer: true }));
  return { ...load, mark: () => <LiveMark isLive={monitors.isLive()} /> };
}
