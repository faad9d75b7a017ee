import { type Accessor, type JSX, Match, Show, Switch } from "solid-js";
import type { Load } from "../lib/load.ts";
import { formatMoment } from "../lib/time.ts";
import { Button } from "./Button.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { Notice } from "./Notice.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { text } from "./text.ts";

/** What there is once it is there, also while it can't be loaded again; until then that it loads, or why not. */
export function Loaded<T>(props: {
  load: Load<T>;
  lines?: number;
  children: (data: Accessor<NonNullable<T>>) => JSX.Element;
}) {
  return (
    <Switch fallback={<Skeleton lines={props.lines ?? 6} />}>
      <Match when={props.load.data()}>
        {(data) => (
          <>
            <Show when={props.load.error()}>
              {(error) => <Old load={props.load} reason={error().message} />}
            </Show>
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

function Old<T>(props: { load: Load<T>; reason: string }) {
  return (
    <div class="old">
      <Notice tone="warn">
        <p>
          {text.old(formatMoment(props.load.loadedAt()))} {props.reason}
        </p>
        <Button isSmall isBusy={props.load.isLoading()} onClick={() => props.load.reload()}>
          {text.tryAgain}
        </Button>
      </Notice>
    </div>
  );
}
