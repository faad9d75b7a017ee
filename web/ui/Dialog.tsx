import { createUniqueId, type JSX, onMount, Show } from "solid-js";
import { BreakableText } from "./BreakableText.tsx";
import { Button } from "./Button.tsx";
import { showWhileMounted } from "./modal.ts";
import { text } from "./text.ts";

interface DialogProps {
  title: string;
  isWide?: boolean;
  /** Only its own buttons close it: for running work and secrets shown once. */
  isHeld?: boolean;
  onClose: () => void;
  children: JSX.Element;
}

const FIRST_FIELD = ".dialog__body :is(input:not([readonly]), select, textarea)";

export function Dialog(props: DialogProps) {
  const id = createUniqueId();
  let element!: HTMLDialogElement;
  showWhileMounted(() => element);
  onMount(() => element.querySelector<HTMLElement>(FIRST_FIELD)?.focus());

  return (
    <dialog
      ref={element}
      class={`dialog${props.isWide ? " dialog--wide" : ""}`}
      aria-labelledby={id}
      closedby={props.isHeld ? "none" : "closerequest"}
      onCancel={(event) => {
        event.preventDefault();
        if (!props.isHeld) props.onClose();
      }}
      onClose={() => element.isConnected && props.onClose()}
    >
      <div class="dialog__head">
        <h2 id={id}>
          <BreakableText text={props.title} />
        </h2>
        <Show when={!props.isHeld}>
          <Button variant="quiet" isSmall icon="close" label={text.close} onClick={() => props.onClose()} />
        </Show>
      </div>
      <div class="dialog__body">{props.children}</div>
    </dialog>
  );
}

export function DialogActions(props: {
  submit: string;
  isBusy: boolean;
  isDanger?: boolean;
  isDisabled?: boolean;
  cancel?: string | undefined;
  onCancel: () => void;
}) {
  return (
    <div class="dialog__actions">
      <Button variant="quiet" onClick={() => props.onCancel()}>
        {props.cancel ?? text.cancel}
      </Button>
      <Button
        type="submit"
        variant={props.isDanger ? "danger" : "primary"}
        isBusy={props.isBusy}
        disabled={props.isDisabled ?? false}
      >
        {props.submit}
      </Button>
    </div>
  );
}
