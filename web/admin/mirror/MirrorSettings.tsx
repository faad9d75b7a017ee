import type { MirrorResponse } from "../../../src/schema/mirror.ts";
import { createForm } from "../../lib/form.ts";
import type { Load } from "../../lib/load.ts";
import { SectionForm } from "../../ui/SectionForm.tsx";
import { showToast } from "../../ui/toast.ts";
import { updateMirror } from "../api/mirror.ts";
import { text } from "../text/mirror.ts";
import { CheckSection } from "./CheckSection.tsx";
import { CopySection } from "./CopySection.tsx";
import { editOf, type MirrorValues, valuesOf } from "./mirror_values.ts";
import { PolicySection } from "./PolicySection.tsx";
import { PushSection } from "./PushSection.tsx";
import { BucketSection, KeySection } from "./place_sections.tsx";

export function MirrorSettings(props: { load: Load<MirrorResponse>; stored: MirrorResponse }) {
  const form = createForm<MirrorValues, MirrorResponse>(
    valuesOf(props.stored),
    async (values, sent) => {
      const stored = await updateMirror(sent.only(values as MirrorResponse));
      form.reset(valuesOf(stored), stored);
      props.load.set(stored);
      const { filesLeft } = stored.status;
      showToast(filesLeft > 0 ? text.savedRemoving(filesLeft) : text.saved);
    },
    { edit: editOf(props.stored) },
  );
  return (
    <>
      <SectionForm form={form} label={text.title} submit={text.save}>
        <CopySection form={form} />
        <BucketSection form={form} />
        <KeySection form={form} />
      </SectionForm>
      <CheckSection form={form} />
      <PushSection load={props.load} stored={props.stored} isDirty={form.isDirty()} />
      <PolicySection form={form} />
    </>
  );
}
