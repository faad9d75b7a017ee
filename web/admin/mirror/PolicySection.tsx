import { Show } from "solid-js";
import { CopySheet } from "../../ui/CopySheet.tsx";
import { Section } from "../../ui/Section.tsx";
import { text } from "../text/mirror.ts";
import { type MirrorForm, writePolicy } from "./mirror_values.ts";

export function PolicySection(props: { form: MirrorForm }) {
  return (
    <Show when={props.form.values.provider !== "binding"}>
      <Section title={text.policy.title} lead={text.policy.lead}>
        <CopySheet
          label={text.policy.label}
          value={writePolicy(props.form.values.bucket)}
          note={text.policy.note}
        />
      </Section>
    </Show>
  );
}
