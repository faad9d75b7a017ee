import { For, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { text } from "../../text/monitor.ts";
import type { BulkFailure } from "./bulk.ts";

export function BulkProgress(props: {
  isWorking: boolean;
  done: number;
  total: number;
  failures: readonly BulkFailure[];
  onStop: () => void;
  onClose: () => void;
}) {
  return (
    <>
      <Progress label={text.bulkWorking} done={props.done} total={props.total} />
      <Show when={!props.isWorking}>
        <Notice tone={props.failures.length === 0 ? "good" : "warn"}>
          <p>{text.bulkDone(text.monitors(props.done - props.failures.length))}</p>
          <Show when={props.failures.length > 0}>
            <p>{text.bulkFailed(text.monitors(props.failures.length))}</p>
            <ul>
              <For each={props.failures}>
                {({ name, message }) => (
                  <li>
                    <strong>{name}</strong>: {message}
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </Notice>
      </Show>
      <div class="dialog__actions">
        <Show
          when={props.isWorking}
          fallback={
            <Button variant="primary" onClick={() => props.onClose()}>
              {text.bulkClose}
            </Button>
          }
        >
          <Button onClick={() => props.onStop()}>{text.bulkStop}</Button>
        </Show>
      </div>
    </>
  );
}
