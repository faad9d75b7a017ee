import { type Accessor, batch, createEffect, createSignal, on, onCleanup } from "solid-js";
import { type ApiError, toApiError } from "./api.ts";
import { returns } from "./connection.ts";
import { makeRetry } from "./retry.ts";

export interface Loading<T> {
  data: Accessor<T | undefined>;
  loadedAt: Accessor<number>;
  /** The `data` beside an error is from an earlier load. */
  error: Accessor<ApiError | undefined>;
  isLoading: Accessor<boolean>;
  reload: () => void;
}

export interface Load<T> extends Loading<T> {
  set: (data: T) => void;
}

export function createLoad<T, S = undefined>(
  fetchData: (signal: AbortSignal, source: S) => Promise<T>,
  source: Accessor<S> = () => undefined as S,
): Load<T> {
  const [data, setData] = createSignal<T>();
  const [loadedAt, setLoadedAt] = createSignal(0);
  const [error, setError] = createSignal<ApiError>();
  const [isLoading, setIsLoading] = createSignal(true);
  const [round, setRound] = createSignal(0);
  const retry = makeRetry(reload);
  let loadedFrom: S;

  function reload(): void {
    setRound((count) => count + 1);
  }

  function take(response: T): void {
    batch(() => {
      setData(() => response);
      setLoadedAt(Date.now());
      setError(undefined);
    });
  }

  async function load(from: S, signal: AbortSignal): Promise<void> {
    retry.stop();
    setIsLoading(true);
    try {
      const response = await fetchData(signal, from);
      if (signal.aborted) return;
      loadedFrom = from;
      retry.reset();
      take(response);
    } catch (thrown) {
      if (signal.aborted) return;
      const fault = toApiError(thrown);
      retry.after(fault);
      batch(() => {
        setError(fault);
        if (loadedFrom !== from) setData(undefined);
      });
    }
    setIsLoading(false);
  }

  createEffect(
    on([source, round], ([from]) => {
      const controller = new AbortController();
      onCleanup(() => controller.abort());
      void load(from, controller.signal);
    }),
  );
  onCleanup(retry.stop);

  createEffect(
    on(
      returns,
      () => {
        if (error()) reload();
      },
      { defer: true },
    ),
  );

  return { data, loadedAt, error, isLoading, reload, set: take };
}

export function createListLoad<T, F extends object>(
  list: (signal: AbortSignal, filter: F) => Promise<T>,
  filter: Accessor<F>,
): Load<T> {
  return createLoad(
    async (signal, asked) => await list(signal, JSON.parse(asked) as F),
    () => JSON.stringify(filter()),
  );
}

export function followUntil<T>(
  load: Load<T>,
  { isOver, everyMs, onOver }: { isOver: (data: T) => boolean; everyMs: number; onOver: () => void },
): void {
  let wasOver: boolean | undefined;
  createEffect(() => {
    const data = load.data();
    if (data === undefined) return;
    if (wasOver === false && isOver(data)) onOver();
    wasOver = isOver(data);
    if (wasOver) return;
    const timer = setInterval(() => load.reload(), everyMs);
    onCleanup(() => clearInterval(timer));
  });
}
