import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import { type ApiError, toApiError } from "./api.ts";

export interface Load<T> {
  /** Undefined until the first answer; what was last answered while it loads again. */
  data: Accessor<T | undefined>;
  error: Accessor<ApiError | undefined>;
  isLoading: Accessor<boolean>;
  reload: () => void;
  set: (data: T) => void;
}

/** Data of the API, owned by the component: loaded now, on every change of `source`, and on `reload`. */
export function createLoad<T, S = undefined>(
  fetchData: (signal: AbortSignal, source: S) => Promise<T>,
  source: Accessor<S> = () => undefined as S,
): Load<T> {
  const [data, setData] = createSignal<T>();
  const [error, setError] = createSignal<ApiError>();
  const [isLoading, setIsLoading] = createSignal(true);
  const [round, setRound] = createSignal(0);

  async function load(from: S, signal: AbortSignal): Promise<void> {
    setIsLoading(true);
    try {
      const answer = await fetchData(signal, from);
      if (signal.aborted) return;
      setData(() => answer);
      setError(undefined);
    } catch (thrown) {
      if (signal.aborted) return;
      setError(toApiError(thrown));
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

  return {
    data,
    error,
    isLoading,
    reload: () => setRound((count) => count + 1),
    set: (answer) => setData(() => answer),
  };
}
