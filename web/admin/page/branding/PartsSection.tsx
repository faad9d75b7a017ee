import { For } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/branding.ts";
import { LinksField } from "./LinksField.tsx";
import type { Values } from "./values.ts";

export const PARTS = ["showHero", "showFooter", "showProjectLink"] as const;

export function PartsSection(props: { form: Form<Values> }) {
  return (
    <Section title={text.layout.title} lead={text.layout.lead}>
      <div class="stack">
        <For each={PARTS}>
          {(name) => (
            <Switch
              label={text[name]}
              hint={text[`${name}Hint`]}
              isOn={props.form.values[name]}
              onChange={props.form.set(name)}
            />
          )}
        </For>
        <LinksField form={props.form} />
      </div>
    </Section>
  );
}
