import { createSignal, Show } from "solid-js";
import type { Incident } from "../../../../src/schema/incident.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { showToast } from "../../../ui/toast.ts";
import { removePostMortem } from "../../api/incident.ts";
import { text } from "../../text/post_mortem.ts";
import { PostMortemForm } from "./PostMortemForm.tsx";

export function PostMortemCard(props: {
  incident: Incident;
  isUnseen: boolean;
  onChanged: (incident: Incident) => void;
  onRemoved: () => void;
}) {
  const [isBegun, setIsBegun] = createSignal(false);
  const [isAsked, setIsAsked] = createSignal(false);
  const isThere = () => props.incident.postMortem !== null;
  const isPublic = () => (props.incident.postMortem?.publishedAt ?? null) !== null && !props.isUnseen;
  return (
    <section class="card post-mortem" aria-label={text.title}>
      <div class="card__head">
        <h2>{text.title}</h2>
        <Show when={isThere()}>
          <Button icon="trash" label={text.remove} onClick={() => setIsAsked(true)} />
        </Show>
      </div>
      <div class="card__body stack">
        <p class="small soft">
          {text.lead}
          <Show when={isPublic()}>
            {" "}
            <a href={`/incidents/${props.incident.id}/post-mortem`}>{text.onPage}</a>
          </Show>
        </p>
        <Show
          when={isThere() || isBegun()}
          fallback={
            <div>
              <Button icon="edit" onClick={() => setIsBegun(true)}>
                {text.begin}
              </Button>
            </div>
          }
        >
          <PostMortemForm incident={props.incident} isUnseen={props.isUnseen} onSaved={props.onChanged} />
        </Show>
      </div>
      <Show when={isAsked()}>
        <ConfirmDialog
          title={text.removeTitle}
          lead={text.removeLead}
          ends={isPublic() ? text.removeEnds : []}
          confirm={text.remove}
          onClose={() => setIsAsked(false)}
          onConfirm={async () => {
            await removePostMortem(props.incident.id);
            setIsAsked(false);
            setIsBegun(false);
            showToast(text.removed);
            props.onRemoved();
          }}
        />
      </Show>
    </section>
  );
}
