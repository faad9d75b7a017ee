import { type Accessor, type JSX, Match, Show, Switch } from "solid-js";
import type { Loading } from "../lib/load.ts";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { OldNotice } from "./OldNotice.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { text } from "./text.ts";

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
          <Show
            when={error().status === 404}
            fallback={
              <ErrorState
                message={error().message}
                isBusy={props.load.isLoading()}
                onRetry={() => props.load.reload()}
              />
            }
          >
            <EmptyState icon="search" title={text.missing}>
              <p>{`${error().message} ${text.deleted}`}</p>
            </EmptyState>
          </Show>
        )}
      </Match>
    </Switch>
  );
}
