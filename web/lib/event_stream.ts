import { retryDelayMs, STALL_MS } from "./retry.ts";

export interface StreamEvent {
  event: string;
  data: string;
  id: string;
}

interface Options {
  address: () => string;
  take: (event: StreamEvent) => void;
  ask?: (address: string, init: RequestInit) => Promise<Response>;
  onBytes: () => void;
  refused?: (status: number) => void;
  lost?: (hasNoResponse: boolean) => void;
  ready?: () => Promise<void>;
}

interface EventStream {
  open: () => void;
  close: () => void;
  isStreaming: () => boolean;
}

/** A stream that lasted this long resets the retry delay. */
const GOOD_MS = 10_000;

/**
 * Replaces EventSource, which hides why it was refused, doesn't notice dead streams and retries every two seconds
 * forever.
 */
export function makeEventStream({
  address,
  take,
  onBytes,
  refused,
  lost,
  ready,
  ask = fetch,
}: Options): EventStream {
  let current: AbortController | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let stall: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStreaming = false;

  function watch(own: AbortController): void {
    clearTimeout(stall);
    stall = setTimeout(() => own.abort(), STALL_MS);
  }

  async function read(own: AbortController): Promise<number> {
    const headers = { Accept: "text/event-stream" };
    const response = await ask(address(), { headers, cache: "no-store", signal: own.signal });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      if (own === current) refused?.(response.status);
      return (Number(response.headers.get("Retry-After")) || 0) * 1000;
    }
    isStreaming = true;
    onBytes();
    const parse = makeEventParser(take);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || own !== current) return 0;
      watch(own);
      onBytes();
      parse(value);
    }
  }

  async function run(own: AbortController): Promise<void> {
    const startedAt = Date.now();
    let leastMs = 0;
    let hasNoResponse = false;
    watch(own);
    try {
      leastMs = await read(own);
    } catch {
      hasNoResponse = !isStreaming;
    }
    if (own !== current) return;
    clearTimeout(stall);
    if (isStreaming && Date.now() - startedAt > GOOD_MS) failures = 0;
    isStreaming = false;
    lost?.(hasNoResponse);
    const waitMs = Math.max(leastMs, retryDelayMs(failures++, Math.random()));
    await ready?.();
    if (own === current) retry = setTimeout(open, waitMs);
  }

  function open(): void {
    close();
    current = new AbortController();
    void run(current);
  }

  function close(): void {
    const own = current;
    current = null;
    isStreaming = false;
    clearTimeout(retry);
    clearTimeout(stall);
    own?.abort();
  }

  return { open, close, isStreaming: () => isStreaming };
}

export function makeEventParser(take: (event: StreamEvent) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const parts = (rest + text).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const fields = new Map<string, string>();
      for (const line of part.split("\n")) {
        const [, name = "", value = ""] = /^(\w+): ?(.*)$/.exec(line) ?? [];
        if (name !== "") fields.set(name, value);
      }
      const data = fields.get("data");
      if (data === undefined) continue;
      take({ event: fields.get("event") ?? "message", data, id: fields.get("id") ?? "" });
    }
  };
}
