import { createEffect, For, on, Show } from "solid-js";
import { place } from "../lib/router.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./Icon.tsx";
import { text } from "./text.ts";
import { closeOldToasts, closeToast, showOutcome, toasts } from "./toast.ts";

export function Toasts() {
  createEffect(on(() => place().path, closeOldToasts, { defer: true }));
  return (
    <section class="toasts" aria-label={text.notifications} aria-live="polite">
      <For each={toasts()}>
        {(toast) => (
          <div class="toast" role={toast.isFault ? "alert" : undefined}>
            <Show when={toast.isFault}>
              <Icon name="warning" />
            </Show>
            <div class="toast__words break">
              <p>{toast.message}</p>
              <For each={toast.warnings}>{(warning) => <p class="small">{warning}</p>}</For>
            </div>
            <Show when={toast.undo}>
              {(undo) => (
                <Button
                  variant="quiet"
                  isSmall
                  icon="undo"
                  onClick={() => {
                    closeToast(toast.id);
                    void showOutcome(undo());
                  }}
                >
                  {text.undo}
                </Button>
              )}
            </Show>
            <Button
              variant="quiet"
              isSmall
              icon="close"
              label={text.close}
              onClick={() => closeToast(toast.id)}
            />
          </div>
        )}
      </For>
    </section>
  );
}
