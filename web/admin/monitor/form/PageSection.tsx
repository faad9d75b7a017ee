import type { Form } from "../../../lib/form.ts";
import { Field } from "../../../ui/Field.tsx";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/monitor_form.ts";
import { hasProblem } from "./has_problem.ts";
import type { MonitorValues } from "./values.ts";

export function PageSection(props: { form: Form<MonitorValues> }) {
  const set = (name: "publicName" | "publicDescription") => (typed: string) =>
    props.form.set(name)(typed === "" ? null : typed);
  return (
    <FoldedSection
      title={text.page.title}
      now={props.form.values.publicName ?? text.page.ownName}
      isOpen={hasProblem(props.form, ["publicName", "publicDescription"])}
      lead={text.page.lead}
      docs="monitors.md#on-the-status-page"
    >
      <div class="stack">
        <Field label={text.page.name} hint={text.page.nameHint} error={props.form.problem("publicName")}>
          <TextInput
            value={props.form.values.publicName ?? ""}
            autocomplete="off"
            placeholder={props.form.values.name}
            onInput={set("publicName")}
          />
        </Field>
        <Field
          label={text.page.description}
          hint={text.page.descriptionHint}
          error={props.form.problem("publicDescription")}
        >
          <TextInput
            value={props.form.values.publicDescription ?? ""}
            autocomplete="off"
            onInput={set("publicDescription")}
          />
        </Field>
      </div>
    </FoldedSection>
  );
}
