import type { CheckNotice, LiveList } from "../../../src/domain/page/live_message.ts";
import { untilResponse } from "../../lib/connection.ts";
import { fetchEarly } from "../../lib/early.ts";
import { makeEventStream, type StreamEvent } from "../../lib/event_stream.ts";
import { checkSession } from "../../lib/session.ts";
import { MONITORS } from "../api/monitor.ts";

interface FeedListener {
  onOpen: (isAgain: boolean) => void;
  onLost: () => void;
  onChecks: (checks: readonly CheckNotice[]) => void;
  onChanged: (id: number) => void;
  onDeleted: (id: number) => void;
  onLists: (changed: readonly LiveList[]) => void;
}

/** Sorting thousands of rows more often is too slow. */
const PACE_MS = 250;

/** The first check is passed on at once, quick successors together. */
export function makeFeed(listener: FeedListener): () => void {
  const pending = new Map<number, CheckNotice>();
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handedAt = Number.NEGATIVE_INFINITY;
  let hasOpened = false;
  let checking: Promise<void> | undefined;

  const stream = makeEventStream({
    address: () => `${MONITORS}/events`,
    ask: (address, init) => fetchEarly(new URL(address, window.location.origin), init),
    take,
    onBytes: () => {},
    refused(status) {
      if (status === 401) checking = checkSession();
    },
    lost: listener.onLost,
    async ready() {
      await untilResponse();
      await checking;
      checking = undefined;
    },
  });

  function hand(): void {
    timer = undefined;
    handedAt = performance.now();
    const checks = [...pending.values()];
    pending.clear();
    listener.onChecks(checks);
  }

  function take({ event, data }: StreamEvent): void {
    switch (event) {
      case "hello":
        listener.onOpen(hasOpened);
        hasOpened = true;
        break;
      case "check": {
        const check = JSON.parse(data) as CheckNotice;
        pending.set(check.monitorId, check);
        timer ??= setTimeout(
          () => {
            frame = requestAnimationFrame(hand);
          },
          Math.max(0, handedAt + PACE_MS - performance.now()),
        );
        break;
      }
      case "monitor.created":
      case "monitor.updated":
        listener.onChanged(idIn(data));
        break;
      case "monitor.deleted":
        listener.onDeleted(idIn(data));
        break;
      case "lists":
        listener.onLists((JSON.parse(data) as { changed: LiveList[] }).changed);
    }
  }

  stream.open();
  return () => {
    stream.close();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

function idIn(data: string): number {
  return (JSON.parse(data) as { id: number }).id;
}
