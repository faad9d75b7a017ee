const TIMEOUT_MS = 10_000;

interface Begun {
  response: Promise<Response>;
  controller: AbortController;
}

const begun = new Map<string, Begun>();

export function beginEarly(url: URL, headers: Record<string, string> = {}): void {
  const controller = new AbortController();
  const key = url.href;
  const response = fetch(url, { headers, cache: "no-store", signal: controller.signal });
  // Avoids an unhandled rejection when nobody takes it.
  response.catch(() => undefined);
  const own = { response, controller };
  begun.set(key, own);
  setTimeout(() => begun.get(key) === own && drop(key), TIMEOUT_MS);
}

export async function fetchEarly(url: URL, init: RequestInit): Promise<Response> {
  const key = url.href;
  const early = begun.get(key);
  if (!early || (init.method ?? "GET") !== "GET") return await fetch(url, init);
  begun.delete(key);
  const stop = () => early.controller.abort();
  if (init.signal?.aborted) stop();
  init.signal?.addEventListener("abort", stop);
  const response = await early.response.catch(() => undefined);
  init.signal?.throwIfAborted();
  return response?.ok ? response : await fetch(url, init);
}

/** Responses for one user must not reach the next one. */
export function dropEarly(): void {
  for (const key of [...begun.keys()]) drop(key);
}

function drop(key: string): void {
  begun.get(key)?.controller.abort();
  begun.delete(key);
}
