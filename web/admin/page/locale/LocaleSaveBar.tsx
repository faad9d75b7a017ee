import { Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/locale.ts";
import type { createLocaleForm } from "./locale_form.ts";

export function SaveBar(props: {
  form: ReturnType<typeof createLocaleForm>["form"];
  changed: number;
  onDiscard: () => void;
}) {
  return (
    <div class="sticky-actions">
      <Button type="submit" variant="primary" isBusy={props.form.isBusy()}>
        {props.form.values.published ? text.save : text.saveHidden}
      </Button>
      <Show when={props.form.isDirty()}>
        <Button variant="quiet" onClick={() => props.onDiscard()}>
          {text.discard}
        </Button>
        <Show when={props.changed > 0}>
          <span class="small soft">{text.changed(props.changed)}</span>
        </Show>
      </Show>
    </div>
  );
}
