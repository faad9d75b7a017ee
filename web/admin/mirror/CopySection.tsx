import { createSignal, Show } from "solid-js";
import { Choices } from "../../ui/Choices.tsx";
import { Field } from "../../ui/Field.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Section } from "../../ui/Section.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { text } from "../text/mirror.ts";
import type { MirrorForm } from "./mirror_values.ts";

const INTERVALS = ["60", "300", "900"] as const;
const CHOICES = [
  ...INTERVALS.map((value) => ({ value, label: text.everyChoices[value] })),
  { value: "custom" as const, label: text.everyChoices.custom },
];

export function CopySection(props: { form: MirrorForm }) {
  const known = () => INTERVALS.find((value) => Number(value) === props.form.values.intervalSecs);
  const [isCustom, setIsCustom] = createSignal(known() === undefined);
  return (
    <Section title={text.what.title} lead={text.what.lead}>
      <div class="stack">
        <Switch
          label={text.enabled}
          hint={text.enabledHint}
          error={props.form.problem("enabled")}
          isOn={props.form.values.enabled}
          onChange={props.form.set("enabled")}
        />
        <Choices
          legend={text.every}
          isInline
          value={isCustom() ? "custom" : (known() ?? "custom")}
          choices={CHOICES}
          onChange={(value) => {
            setIsCustom(value === "custom");
            if (value !== "custom") props.form.set("intervalSecs")(Number(value));
          }}
        />
        <Show when={isCustom() || known() === undefined}>
          <Field label={text.seconds} hint={text.secondsHint} error={props.form.problem("intervalSecs")}>
            <NumberInput value={props.form.values.intervalSecs} onInput={props.form.set("intervalSecs")} />
          </Field>
        </Show>
        <Switch
          label={text.banner}
          hint={text.bannerHint}
          isOn={props.form.values.banner}
          onChange={props.form.set("banner")}
        />
      </div>
    </Section>
  );
}
