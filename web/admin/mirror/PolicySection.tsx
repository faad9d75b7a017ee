import { Show } from "solid-js";
import { CopyButton } from "../../ui/CopyField.tsx";
import { Section } from "../../ui/Section.tsx";
import { text } from "../text/mirror.ts";
import "./mirror.css";
import { type MirrorForm, writePolicy } from "./mirror_values.ts";

export function PolicySection(props: { form: MirrorForm }) {
  const policy = () => writePolicy(props.form.values.bucket);
  return (
    <Show when={props.form.values.provider !== "binding"}>
      <Section title={text.policy.title} lead={text.policy.lead}>
        <div class="stack stack--tight">
          <section class="policy" aria-label={text.policy.label} tabindex={0}>
            <pre>{policy()}</pre>
          </section>
          <p class="small soft">{text.policy.note}</p>
          <div>
            <CopyButton value={policy()} />
          </div>
        </div>
      </Section>
    </Show>
  );
}
