import { Show } from "solid-js";
import { PRESETS } from "../../../src/domain/mirror/provider.ts";
import { Field } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { SecretInput } from "../../ui/SecretInput.tsx";
import { Section } from "../../ui/Section.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { text } from "../text/mirror.ts";
import { chooseProvider, chooseRegion, type MirrorForm, PROVIDER_OPTIONS } from "./mirror_values.ts";

export function BucketSection(props: { form: MirrorForm }) {
  const isOwn = () => props.form.values.provider === "binding";
  return (
    <Section title={text.where.title} lead={text.where.lead}>
      <div class="stack">
        <Field label={text.provider} error={props.form.problem("provider")}>
          <Select
            value={props.form.values.provider}
            options={PROVIDER_OPTIONS}
            onChange={(provider) => chooseProvider(props.form, provider)}
          />
        </Field>
        <Show
          when={!isOwn()}
          fallback={
            <Notice tone="info">
              <p>{text.binding}</p>
            </Notice>
          }
        >
          <Place form={props.form} />
        </Show>
      </div>
    </Section>
  );
}

function Place(props: { form: MirrorForm }) {
  const preset = () => PRESETS[props.form.values.provider];
  return (
    <>
      <Field label={text.bucket} error={props.form.problem("bucket")}>
        <TextInput
          value={props.form.values.bucket}
          autocomplete="off"
          spellcheck={false}
          placeholder="status-copy"
          onInput={props.form.set("bucket")}
        />
      </Field>
      <Field label={text.region} hint={text.regionHint} error={props.form.problem("region")}>
        <TextInput
          value={props.form.values.region}
          autocomplete="off"
          spellcheck={false}
          placeholder={preset().region}
          onInput={(region) => chooseRegion(props.form, region)}
        />
      </Field>
      <Field label={text.endpoint} hint={text.endpointHint} error={props.form.problem("endpoint")}>
        <TextInput
          value={props.form.values.endpoint}
          autocomplete="off"
          spellcheck={false}
          placeholder={preset().example}
          onInput={props.form.set("endpoint")}
        />
      </Field>
    </>
  );
}

export function KeySection(props: { form: MirrorForm }) {
  return (
    <Show when={props.form.values.provider !== "binding"}>
      <Section title={text.keys.title} lead={text.keys.lead}>
        <div class="stack">
          <Field label={text.accessKeyId} error={props.form.problem("accessKeyId")}>
            <TextInput
              value={props.form.values.accessKeyId}
              autocomplete="off"
              spellcheck={false}
              onInput={props.form.set("accessKeyId")}
            />
          </Field>
          <Field
            label={text.secretAccessKey}
            hint={text.secretHint}
            error={props.form.problem("secretAccessKey")}
          >
            <SecretInput
              value={props.form.values.secretAccessKey}
              onInput={props.form.set("secretAccessKey")}
            />
          </Field>
        </div>
      </Section>
    </Show>
  );
}
