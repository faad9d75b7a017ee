import { Show } from "solid-js";
import type { Subscriber } from "../../../../src/schema/subscriber_list.ts";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { eraseSubscriber } from "../../api/subscriber.ts";
import { text } from "../../text/subscriber.ts";

export function EraseDialog(props: {
  subscriber: Subscriber | undefined;
  onClose: () => void;
  onErased: (id: number) => void;
}) {
  return (
    <Show when={props.subscriber}>
      {(subscriber) => (
        <ConfirmDialog
          title={text.eraseTitle}
          lead={<span class="break">{text.eraseLead(subscriber().destination)}</span>}
          ends={text.eraseEnds}
          confirm={text.erase}
          onClose={() => props.onClose()}
          onConfirm={async () => {
            const { id } = subscriber();
            await eraseSubscriber(id);
            props.onClose();
            props.onErased(id);
            showToast(text.erased);
          }}
        />
      )}
    </Show>
  );
}
