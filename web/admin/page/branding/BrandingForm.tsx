import { createMemo, createSignal, For, Show } from "solid-js";
import type { Branding, BrandingImage } from "../../../../src/schema/branding.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { soon } from "../../../lib/edit.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choices } from "../../../ui/Choices.tsx";
import { CodeInput } from "../../../ui/CodeInput.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getBranding, updateBranding } from "../../api/branding.ts";
import { text } from "../../text/branding.ts";
import { PagePreview } from "../preview/PagePreview.tsx";
import { ColourSection } from "./ColourSection.tsx";
import { withExamples } from "./examples.ts";
import { ImageField } from "./ImageField.tsx";
import { pick, THRESHOLDS, toChange, toValues, type Values, withBranding } from "./values.ts";
import "./branding.css";

const LOGO_TYPES = [
  { value: "image", label: text.logoTypes.image },
  { value: "text", label: text.logoTypes.text },
] as const;
const PARTS = ["showHero", "showFooter", "showProjectLink"] as const;

const LABELS = {
  siteName: text.siteName,
  logoType: text.logoType,
  logoText: text.logoText,
  customCss: text.customCss,
  enabled: text.enabled,
  ...pick(PARTS, (name): string => text[name]),
  ...pick(THRESHOLDS, (name): string => text[name]),
};

export function BrandingForm(props: { stored: Branding; page: PublicPage }) {
  const [stored, setStored] = createSignal(props.stored);
  const form = createForm(
    toValues(props.stored),
    async (values, sent) => {
      const saved = await updateBranding(sent.only(toChange(values)));
      setStored(saved);
      form.reset(toValues(saved), saved);
      showToast(text.done);
    },
    {
      edit: {
        stored: props.stored,
        read: async () => await getBranding(soon()),
        toValues,
        labels: LABELS,
        onTaken: setStored,
      },
    },
  );
  const isEmpty = props.page.layout.children.length === 0;
  const page = isEmpty ? withExamples(props.page) : props.page;
  const shown = createMemo(() => withBranding(page, { ...form.values }, stored()));
  function takeImages(images: Partial<Branding>): void {
    setStored((before) => ({ ...before, ...images }));
    form.follow(images);
  }
  return (
    <div class="look">
      <LeaveGuard isDirty={form.isDirty} />
      <FormView form={form} label={text.title}>
        <div>
          <NameSection form={form} images={stored()} onImages={takeImages} />
          <Section title={text.layout.title} lead={text.layout.lead}>
            <div class="stack">
              <For each={PARTS}>
                {(name) => (
                  <Switch
                    label={text[name]}
                    hint={text[`${name}Hint`]}
                    isOn={form.values[name]}
                    onChange={form.set(name)}
                  />
                )}
              </For>
            </div>
          </Section>
          <Section title={text.thresholds.title} lead={text.thresholds.lead}>
            <div class="colours">
              <For each={THRESHOLDS}>
                {(name) => (
                  <Field label={text[name]} error={form.problem(name)}>
                    <span class="number">
                      <TextInput
                        value={form.values[name]}
                        inputmode="decimal"
                        autocomplete="off"
                        onInput={form.set(name)}
                      />
                      <span class="number__unit">{text.percent}</span>
                    </span>
                  </Field>
                )}
              </For>
            </div>
          </Section>
          <Section title={text.custom.title} lead={text.custom.lead}>
            <Switch
              label={text.enabled}
              hint={text.enabledHint}
              isOn={form.values.enabled}
              onChange={form.set("enabled")}
            />
          </Section>
          <Show when={form.values.enabled}>
            <ColourSection form={form} />
            <Section title={text.css.title} lead={text.css.lead}>
              <Field label={text.customCss} hint={text.cssHint} error={form.problem("customCss")}>
                <CodeInput value={form.values.customCss} onInput={form.set("customCss")} />
              </Field>
            </Section>
          </Show>
        </div>
        <div class="sticky-actions">
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.submit}
          </Button>
          <Show when={form.isDirty()}>
            <Button variant="quiet" onClick={() => form.reset(toValues(stored()))}>
              {text.discard}
            </Button>
            <span class="small soft">{text.unsaved}</span>
          </Show>
        </div>
      </FormView>
      <section class="look__preview stack stack--tight" aria-label={text.preview}>
        <PagePreview page={shown()} />
        <Show when={isEmpty}>
          <p class="small soft">{text.examples}</p>
        </Show>
        <Show when={form.values.customCss.trim() !== ""}>
          <p class="small soft">{text.previewCss}</p>
        </Show>
      </section>
    </div>
  );
}

function NameSection(props: {
  form: Form<Values>;
  images: Branding;
  onImages: (images: Partial<Branding>) => void;
}) {
  const { form } = props;
  const slots = (): readonly BrandingImage[] => {
    if (form.values.logoType === "text") return ["faviconUrl"];
    return form.values.enabled ? ["logoUrl", "faviconUrl"] : ["logoLightUrl", "logoDarkUrl", "faviconUrl"];
  };
  return (
    <Section title={text.name.title} lead={`${text.name.lead} ${text.images.atOnce}`}>
      <div class="stack">
        <Field label={text.siteName} error={form.problem("siteName")}>
          <TextInput
            value={form.values.siteName}
            maxlength={100}
            autocomplete="off"
            onInput={form.set("siteName")}
          />
        </Field>
        <Choices
          legend={text.logoType}
          value={form.values.logoType}
          choices={LOGO_TYPES}
          isInline
          onChange={form.set("logoType")}
        />
        <Show when={form.values.logoType === "text"}>
          <Field label={text.logoText} hint={text.logoTextHint} error={form.problem("logoText")}>
            <TextInput
              value={form.values.logoText}
              maxlength={40}
              autocomplete="off"
              onInput={form.set("logoText")}
            />
          </Field>
        </Show>
        <For each={slots()}>
          {(slot) => <ImageField slot={slot} url={props.images[slot]} onChange={props.onImages} />}
        </For>
      </div>
    </Section>
  );
}
