import { createSignal, createUniqueId, Show } from "solid-js";
import type { Branding, BrandingImage } from "../../../../src/schema/branding.ts";
import { toApiError } from "../../../lib/api.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { versionIn } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getBranding, removeImage, uploadImage } from "../../api/branding.ts";
import { text } from "../../text/branding.ts";

const TYPES = "image/png,image/jpeg,image/gif,image/webp";
const MOST_BYTES = 5 * 1024 * 1024;

export function ImageField(props: {
  slot: BrandingImage;
  url: string | null;
  onChange: (images: Partial<Branding>) => void;
}) {
  const id = createUniqueId();
  const label = () => text.images.labels[props.slot];
  const [problem, setProblem] = createSignal<string>();
  const [isBusy, setIsBusy] = createSignal(false);
  const [isAsked, setIsAsked] = createSignal(false);
  let input!: HTMLInputElement;

  function onlyImage(answer: Branding): Partial<Branding> {
    const images: Partial<Branding> & { version?: number } = { [props.slot]: answer[props.slot] };
    const version = versionIn(answer);
    if (version !== undefined) images.version = version;
    return images;
  }

  async function upload(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_BYTES) return void setProblem(text.images.tooLarge);
    setIsBusy(true);
    setProblem(undefined);
    try {
      const answer = await uploadImage(props.slot, file);
      props.onChange(onlyImage(answer));
      showToast(text.images.uploaded(label()));
    } catch (thrown) {
      setProblem(toApiError(thrown).message);
    }
    setIsBusy(false);
    input.value = "";
  }

  return (
    <div class="field">
      <span class="field__label" id={`${id}-label`}>
        {label()}
      </span>
      <div class="image-field">
        <span
          class={`image-field__box${props.slot === "logoDarkUrl" ? " image-field__box--dark" : ""}${props.slot === "logoLightUrl" ? " image-field__box--light" : ""}`}
        >
          <Show when={props.url} fallback={<span class="small">{text.images.none}</span>}>
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
          onChange={(event) => void upload(event.currentTarget.files?.[0])}
        />
        <Button
          icon="upload"
          isSmall
          isBusy={isBusy()}
          aria-describedby={`${id}-label`}
          onClick={() => input.click()}
        >
          {props.url ? text.images.replace : text.images.upload}
        </Button>
        <Show when={props.url}>
          <Button
            variant="quiet"
            icon="trash"
            isSmall
            aria-describedby={`${id}-label`}
            onClick={() => setIsAsked(true)}
          >
            {text.images.remove}
          </Button>
        </Show>
      </div>
      <FieldError id={`${id}-error`} message={problem()} />
      <p class="field__hint" id={`${id}-hint`}>
        {props.slot === "faviconUrl" ? text.images.iconHint : text.images.hint}
      </p>
      <Show when={isAsked()}>
        <ConfirmDialog
          title={text.images.removeTitle(label())}
          lead={text.images.removeLead}
          confirm={text.images.remove}
          onClose={() => setIsAsked(false)}
          onConfirm={async () => {
            await removeImage(props.slot);
            setIsAsked(false);
            props.onChange(onlyImage(await getBranding(readTimeout())));
            showToast(text.images.removed(label()));
          }}
        />
      </Show>
    </div>
  );
}
