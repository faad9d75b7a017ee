import { createSignal } from "solid-js";
import type { Branding, BrandingImage } from "../../../../src/schema/branding.ts";
import { toApiError } from "../../../lib/api.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { versionIn } from "../../../lib/stored_values.ts";
import { showToast } from "../../../ui/toast.ts";
import { getBranding, removeImage, uploadImage } from "../../api/branding.ts";
import { text } from "../../text/branding.ts";

const MOST_BYTES = 5 * 1024 * 1024;

export interface ImageFieldProps {
  slot: BrandingImage;
  url: string | null;
  fallbackUrl?: string | null | undefined;
  onChange: (images: Partial<Branding>) => void;
}

export function createImageUpload(props: ImageFieldProps) {
  const [problem, setProblem] = createSignal<string>();
  const [isBusy, setIsBusy] = createSignal(false);
  const label = () => text.images.labels[props.slot];

  /** Includes the version of all branding, which the form beside it continues from. */
  function onlyImage(branding: Branding): Partial<Branding> {
    const images: Partial<Branding> & { version?: number } = { [props.slot]: branding[props.slot] };
    const version = versionIn(branding);
    if (version !== undefined) images.version = version;
    return images;
  }

  async function upload(file: File): Promise<boolean> {
    setProblem(file.size > MOST_BYTES ? text.images.tooLarge : undefined);
    if (problem() !== undefined) return false;
    setIsBusy(true);
    try {
      props.onChange(onlyImage(await uploadImage(props.slot, file)));
      showToast(text.images.uploaded(label()));
    } catch (thrown) {
      setProblem(toApiError(thrown).message);
    }
    setIsBusy(false);
    return true;
  }

  async function remove(onRemoved: () => void): Promise<void> {
    await removeImage(props.slot);
    onRemoved();
    props.onChange(onlyImage(await getBranding(readTimeout())));
    showToast(text.images.removed(label()));
  }

  return { problem, isBusy, upload, remove };
}
