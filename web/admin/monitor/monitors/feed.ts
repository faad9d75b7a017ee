import type { CheckNotice } from "../../../../src/domain/page/live_message.ts";
import { untilAnswered } from "../../../lib/connection.ts";
import { retryDelayMs } from "../../../lib/retry.ts";
import { MONITORS } from "../../api/monitor.ts";

export interface FeedListener {
  /** The stream is open; `isAgain` when events may have been missed meanwhile. */
  onOpen: (isAgain: boolean) => void;
  onLost: () => void;
  /** What came since the last frame, the newest of each monitor. */
  onChecks: (checks: readonly CheckNotice[]) => void;
  onChanged: (id: number) => void;
  onDeleted: (id: number) => void;
}

/** The live stream of every check, handed on at most once a frame. Answers with what ends it. */
export function makeFeed(listener: FeedListener): () => void {
  const pending = new Map<number, CheckNotice>();
  let source: EventSource;
  let frame = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hasOpened = false;
  let isClosed = false;
  let tries = 0;

  function hand(): void {
    frame = 0;
    const checks = [...pending.values()];
    pending.clear();
    listener.onChecks(checks);
  }

  function open(): void {
    source = new EventSource(`${MONITORS}/events`);
    source.addEventListener("hello", () => {
      tries = 0;
      listener.onOpen(hasOpened);
      hasOpened = true;
    });
    source.addEventListener("check", (event) => {
      const check = dataOf<CheckNotice>(event);
      pending.set(check.monitorId, check);
      if (frame === 0) frame = requestAnimationFrame(hand);
    });
    source.addEventListener("monitor.created", (event) =>
      listener.onChanged(dataOf<{ id: number }>(event).id),
    );
    source.addEventListener("monitor.updated", (event) =>
      listener.onChanged(dataOf<{ id: number }>(event).id),
    );
    source.addEventListener("monitor.deleted", (event) =>
      listener.onDeleted(dataOf<{ id: number }>(event).id),
    );
    source.onerror = () => {
      // The browser would come back by itself every few seconds for as long as the server is away.
      source.close();
      listener.onLost();
      void comeBack();
    };
  }

  async function comeBack(): Promise<void> {
    const waitMs = retryDelayMs(tries++, Math.random());
    await untilAnswered();
    if (!isClosed) retry = setTimeout(open, waitMs);
  }

  open();
  return () => {
    isClosed = true;
    clearTimeout(retry);
    cancelAnimationFrame(frame);
    source.close();
  };
}

function dataOf<T>(event: MessageEvent<string>): T {
  return JSON.parse(event.data) as T;
}
