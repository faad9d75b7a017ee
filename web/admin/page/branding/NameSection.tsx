import { For, Show } from "solid-js";
import type { Branding, BrandingImage } from "../../../../src/schema/branding.ts";
import type { Form } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/branding.ts";
import { ImageField } from "./ImageField.tsx";
import type { Values } from "./values.ts";

const LOGO_TYPES = [
  { value: "image", label: text.logoTypes.image },
  { value: "text", label: text.logoTypes.text },
] as const;

const OTHERS: Partial<Record<BrandingImage, BrandingImage>> = {
  logoLightUrl: "logoDarkUrl",
  logoDarkUrl: "logoLightUrl",
};

export function NameSection(props: {
  form: Form<Values>;
  images: Branding;
  onImages: (images: Partial<Branding>) => void;
}) {
  const slots = (): readonly BrandingImage[] => {
    if (props.form.values.logoType === "text") return ["faviconUrl"];
    return props.form.values.enabled
      ? ["logoUrl", "faviconUrl"]
      : ["logoLightUrl", "logoDarkUrl", "faviconUrl"];
  };
  return (
    <Section title={text.name.title} lead={`${text.name.lead} ${text.images.atOnce}`}>
      <div class="stack">
        <Field label={text.siteName} error={props.form.problem("siteName")}>
          <TextInput
            value={props.form.values.siteName}
            autocomplete="off"
            onInput={props.form.set("siteName")}
          />
        </Field>
        <Choices
          legend={text.logoType}
          value={props.form.values.logoType}
          choices={LOGO_TYPES}
          isInline
          onChange={props.form.set("logoType")}
        />
        <Show when={props.form.values.logoType === "text"}>
          <Field label={text.logoText} hint={text.logoTextHint} error={props.form.problem("logoText")}>
            <TextInput
              value={props.form.values.logoText}
              autocomplete="off"
              onInput={props.form.set("logoText")}
            />
          </Field>
        </Show>
        <For each={slots()}>
          {(slot) => (
            <ImageField
              slot={slot}
              url={props.images[slot]}
              fallbackUrl={props.images[OTHERS[slot] ?? slot]}
              onChange={props.onImages}
            />
          )}
        </For>
      </div>
    </Section>
  );
}
