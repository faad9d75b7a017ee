import { createSignal, createUniqueId, Show } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { text } from "../../text/branding.ts";
import { createImageUpload, type ImageFieldProps } from "./image_upload.ts";

const TYPES = "image/png,image/jpeg,image/gif,image/webp";

export function ImageField(props: ImageFieldProps) {
  const id = createUniqueId();
  const label = () => text.images.labels[props.slot];
  const { problem, isBusy, upload, remove } = createImageUpload(props);
  const [isAsked, setIsAsked] = createSignal(false);
  let input!: HTMLInputElement;

  async function send(file: File | undefined): Promise<void> {
    if (file && (await upload(file))) input.value = "";
  }

  return (
    <div class="field">
      <span class="field__label">{label()}</span>
      <div class="image-field">
        <span
          class={`image-field__box${props.slot === "logoDarkUrl" ? " image-field__box--dark" : ""}${props.slot === "logoLightUrl" ? " image-field__box--light" : ""}`}
        >
          <Show
            when={props.url ?? props.fallbackUrl}
            fallback={<span class="small">{text.images.none}</span>}
          >
            {(url) => <img src={url()} alt={label()} />}
          </Show>
        </span>
        <input
          ref={input}
          class="visually-hidden"
          type="file"
          id={id}
          tabindex={-1}
          accept={TYPES}
          aria-label={text.images.choose(label())}
          aria-invalid={problem() !== undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
        <Button icon="upload" isSmall isBusy={isBusy()} of={label()} onClick={() => input.click()}>
          {props.url ? text.images.replace : text.images.upload}
        </Button>
        <Show when={props.url}>
          <Button variant="quiet" icon="trash" isSmall of={label()} onClick={() => setIsAsked(true)}>
            {text.images.remove}
          </Button>
        </Show>
      </div>
      <FieldError id={`${id}-error`} message={problem()} />
      <p class="field__hint" id={`${id}-hint`}>
        {props.url === null && props.fallbackUrl ? `${text.images.other} ` : ""}
        {props.slot === "faviconUrl" ? text.images.iconHint : text.images.hint}
      </p>
      <Show when={isAsked()}>
        <ConfirmDialog
          title={text.images.removeTitle(label())}
          lead={text.images.removeLead}
          confirm={text.images.remove}
          onClose={() => setIsAsked(false)}
          onConfirm={async () => {
            await remove(() => setIsAsked(false));
          }}
        />
      </Show>
    </div>
  );
}
