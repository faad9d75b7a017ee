import { For, Show } from "solid-js";
import type { BrandingColor } from "../../../../src/schema/branding_colors.ts";
import type { Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Section } from "../../../ui/Section.tsx";
import { text } from "../../text/branding.ts";
import { ColourField } from "./ColourField.tsx";
import { findFaint } from "./readability.ts";
import { STANDARD_COLOURS, type Values } from "./values.ts";

const GROUPS: readonly { label: string; names: readonly BrandingColor[] }[] = [
  {
    label: text.groups.ground,
    names: [
      "backgroundColor",
      "cardBackground",
      "elevatedBackground",
      "chartBackground",
      "cardBorderColor",
      "chartGridColor",
    ],
  },
  { label: text.groups.text, names: ["textColor", "textMutedColor", "primaryColor", "accentColor"] },
  {
    label: text.groups.status,
    names: ["statusUpColor", "statusDegradedColor", "statusPartialColor", "statusDownColor"],
  },
];

/** The fourteen colours, and what is hard to read with them. */
export function ColourSection(props: { form: Form<Values> }) {
  const faint = () => findFaint(props.form.values);
  function reset(): void {
    for (const [name, value] of Object.entries(STANDARD_COLOURS))
      props.form.set(name as BrandingColor)(value);
  }
  return (
    <Section title={text.colours.title} lead={text.colours.lead}>
      <div class="stack">
        <div role="status">
          <Show when={faint().length > 0} fallback={<p class="small soft">{text.contrast.good}</p>}>
            <Notice tone="warn">
              <strong>{text.contrast.title}</strong>
              <ul>
                <For each={faint()}>{(sentence) => <li>{sentence}</li>}</For>
              </ul>
            </Notice>
          </Show>
        </div>
        <For each={GROUPS}>
          {(group) => (
            <fieldset>
              <legend class="group__legend">{group.label}</legend>
              <div class="colours">
                <For each={group.names}>
                  {(name) => (
                    <ColourField
                      label={text.colour[name]}
                      value={props.form.values[name]}
                      error={props.form.problem(name)}
                      onInput={props.form.set(name)}
                    />
                  )}
                </For>
              </div>
            </fieldset>
          )}
        </For>
        <div>
          <Button icon="undo" isSmall onClick={reset}>
            {text.reset}
          </Button>
        </div>
      </div>
    </Section>
  );
}
