import { Show } from "solid-js";
import { type BrandingColor, DARK_COLORS } from "../../../../src/schema/branding_colors.ts";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Section } from "../../../ui/Section.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { text } from "../../text/branding.ts";
import { ColourSection } from "./ColourSection.tsx";
import { STANDARD_COLOURS, type Values } from "./values.ts";

export function OwnColours(props: { form: Form<Values> }) {
  const dark = () => props.form.values.darkColors;
  const DarkSwitch = () => (
    <Switch
      label={text.dark.label}
      hint={text.dark.hint}
      isOn={dark() !== null}
      onChange={(isOn) => props.form.set("darkColors")(isOn ? { ...DARK_COLORS } : null)}
    />
  );
  return (
    <>
      <ColourSection
        words={text.colours}
        values={props.form.values}
        standard={STANDARD_COLOURS}
        problem={(name) => props.form.problem(name)}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change)) props.form.set(name as BrandingColor)(value);
        }}
      />
      <Show
        when={dark()}
        fallback={
          <Section title={text.dark.title} lead={text.dark.lead}>
            <DarkSwitch />
          </Section>
        }
      >
        {(colours) => (
          <ColourSection
            words={text.dark}
            prefix={text.dark.prefix}
            values={colours()}
            standard={DARK_COLORS}
            problem={(name) => problemIn(props.form.problems(), `darkColors.${name}`)}
            onChange={(change) => props.form.set("darkColors")({ ...colours(), ...change })}
          >
            <DarkSwitch />
          </ColourSection>
        )}
      </Show>
    </>
  );
}
