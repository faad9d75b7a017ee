import { createUniqueId, type JSX } from "solid-js";
import { Button } from "./Button.tsx";
import { showWhileMounted } from "./modal.ts";
import { text } from "./text.ts";

export function SidePanel(props: { title: string; onClose: () => void; children: JSX.Element }) {
  const id = createUniqueId();
  let element!: HTMLDialogElement;
  showWhileMounted(() => element);
  return (
    <dialog
      ref={element}
      class="side-panel"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onPointerDown={(event) => event.target === element && props.onClose()}
    >
      <div class="side-panel__inside">
        <div class="dialog__head">
          <h2 id={id}>{props.title}</h2>
          <Button variant="quiet" isSmall icon="close" label={text.close} onClick={() => props.onClose()} />
        </div>
        <div class="dialog__body">{props.children}</div>
      </div>
    </dialog>
  );
}
