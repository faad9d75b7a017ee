import { type Accessor, type JSX, Match, Switch } from "solid-js";
import type { Loading } from "../lib/load.ts";
import { ErrorState } from "./ErrorState.tsx";
import { OldNotice } from "./OldNotice.tsx";
import { Skeleton } from "./Skeleton.tsx";

export function Loaded<T>(props: {
  load: Loading<T>;
  lines?: number;
  children: (data: Accessor<NonNullable<T>>) => JSX.Element;
}) {
  return (
    <Switch fallback={<Skeleton lines={props.lines ?? 6} />}>
      <Match when={props.load.data()}>
        {(data) => (
          <>
            <OldNotice load={props.load} />
            {props.children(data)}
          </>
        )}
      </Match>
      <Match when={props.load.error()}>
        {(error) => (
          <ErrorState
            message={error().message}
            isBusy={props.load.isLoading()}
            onRetry={() => props.load.reload()}
          />
        )}
      </Match>
    </Switch>
  );
}
