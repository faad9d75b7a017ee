import { Show } from "solid-js";
import { BRANDING_COLORS } from "../../../../src/schema/branding_colors.ts";
import type { Form } from "../../../lib/form.ts";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/branding.ts";
import { ColourField } from "./ColourField.tsx";
import type { Values } from "./values.ts";

export function BrandSection(props: { form: Form<Values> }) {
  const set = (color: string | null) => props.form.set("brandColor")(color);
  return (
    <Section title={text.brand.title} lead={text.brand.lead}>
      <div class="stack">
        <Switch
          label={text.brand.use}
          isOn={props.form.values.brandColor !== null}
          onChange={(isOn) => set(isOn ? BRANDING_COLORS.accentColor.standard : null)}
        />
        <Show when={props.form.values.brandColor !== null}>
          <ColourField
            label={text.brand.label}
            value={props.form.values.brandColor ?? ""}
            error={props.form.problem("brandColor")}
            onInput={set}
          />
        </Show>
      </div>
    </Section>
  );
}
