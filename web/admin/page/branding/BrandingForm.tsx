import { createMemo, createSignal, Show } from "solid-js";
import type { Branding } from "../../../../src/schema/branding.ts";
import type { PublicPage } from "../../../../src/schema/public_page.ts";
import { readTimeout } from "../../../lib/edit.ts";
import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { CodeInput } from "../../../ui/CodeInput.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { LeaveGuard } from "../../../ui/LeaveGuard.tsx";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getBranding, updateBranding } from "../../api/branding.ts";
import { text } from "../../text/branding.ts";
import { PagePreview } from "../preview/PagePreview.tsx";
import { BrandSection } from "./BrandSection.tsx";
import { withExamples } from "./examples.ts";
import { OwnColours } from "./OwnColours.tsx";
import { PARTS, PartsSection } from "./PartsSection.tsx";
import { ThresholdSection } from "./ThresholdSection.tsx";
import { pick, THRESHOLDS, toChange, toValues, withBranding } from "./values.ts";
import "./branding.css";
import { NameSection } from "./NameSection.tsx";

const LABELS = {
  siteName: text.siteName,
  logoType: text.logoType,
  logoText: text.logoText,
  footerLinks: text.links.title,
  barDays: text.barDays,
  customCss: text.customCss,
  brandColor: text.brand.label,
  enabled: text.enabled,
  darkColors: text.dark.title,
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
        read: async () => await getBranding(readTimeout()),
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
          <PartsSection form={form} />
          <ThresholdSection form={form} />
          <Show when={!form.values.enabled}>
            <BrandSection form={form} />
          </Show>
          <Section title={text.custom.title} lead={text.custom.lead}>
            <Switch
              label={text.enabled}
              hint={text.enabledHint}
              isOn={form.values.enabled}
              onChange={form.set("enabled")}
            />
          </Section>
          <Show when={form.values.enabled}>
            <OwnColours form={form} />
            <Section title={text.css.title} lead={text.css.lead} docs="custom_css.md">
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
