import { For, type JSX, Show } from "solid-js";
import type { BrandingColor } from "../../../../src/schema/branding_colors.ts";
import { Button } from "../../../ui/Button.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Section } from "../../../ui/Section.tsx";
import { text } from "../../text/branding.ts";
import { ColourField } from "./ColourField.tsx";
import { findFaint } from "./readability.ts";

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

export function ColourSection(props: {
  words: { title: string; lead: string };
  prefix?: string;
  values: Readonly<Record<BrandingColor, string>>;
  standard: Readonly<Record<BrandingColor, string>>;
  problem: (name: BrandingColor) => string | undefined;
  onChange: (change: Partial<Record<BrandingColor, string>>) => void;
  children?: JSX.Element;
}) {
  const faint = () => findFaint(props.values);
  return (
    <Section title={props.words.title} lead={props.words.lead}>
      <div class="stack">
        {props.children}
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
                      label={`${props.prefix ?? ""}${text.colour[name]}`}
                      value={props.values[name]}
                      error={props.problem(name)}
                      onInput={(value) => props.onChange({ [name]: value })}
                    />
                  )}
                </For>
              </div>
            </fieldset>
          )}
        </For>
        <div>
          <Button icon="undo" isSmall onClick={() => props.onChange(props.standard)}>
            {text.reset}
          </Button>
        </div>
      </div>
    </Section>
  );
}
