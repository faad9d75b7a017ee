import { type Accessor, type JSX, Match, Switch } from "solid-js";
import type { Load } from "../lib/load.ts";
import { ErrorState } from "./ErrorState.tsx";
import { Skeleton } from "./Skeleton.tsx";

/** What there is once it is there; until then that it loads, or why it can't be. */
export function Loaded<T>(props: {
  load: Load<T>;
  lines?: number;
  children: (data: Accessor<NonNullable<T>>) => JSX.Element;
}) {
  return (
    <Switch fallback={<Skeleton lines={props.lines ?? 6} />}>
      <Match when={props.load.error()}>
        {(error) => (
          <ErrorState
            message={error().message}
            isBusy={props.load.isLoading()}
            onRetry={() => props.load.reload()}
          />
        )}
      </Match>
      <Match when={props.load.data()}>{(data) => props.children(data)}</Match>
    </Switch>
  );
}
