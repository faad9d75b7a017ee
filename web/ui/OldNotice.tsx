import { Show } from "solid-js";
import type { Loading } from "../lib/load.ts";
import { formatMoment } from "../lib/time.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";
import { text } from "./text.ts";

export function OldNotice<T>(props: { load: Loading<T> }) {
  return (
    <Show when={props.load.data() !== undefined && props.load.error()}>
      {(error) => (
        <div class="old">
          <Notice tone="warn">
            <p>
              {text.old(formatMoment(props.load.loadedAt()))} {error().message}
            </p>
            <Button isSmall isBusy={props.load.isLoading()} onClick={() => props.load.reload()}>
              {text.tryAgain}
            </Button>
          </Notice>
        </div>
      )}
    </Show>
  );
}
