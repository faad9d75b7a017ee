import { createSignal } from "solid-js";
import type { ApiError } from "../../../lib/api.ts";
import { problemIn } from "../../../lib/problems.ts";
import { currentUser } from "../../../lib/session.ts";
import { Field } from "../../../ui/Field.tsx";
import { Section } from "../../../ui/Section.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { TryPanel } from "../../../ui/TryPanel.tsx";
import { testSmtp } from "../../api/smtp.ts";
import { text } from "../../text/smtp.ts";

export function SmtpTest(props: { isDirty: boolean }) {
  const [to, setTo] = createSignal(currentUser().email);
  const [fault, setFault] = createSignal<ApiError>();
  return (
    <Section title={text.try.title} lead={text.try.lead}>
      <TryPanel
        lead={props.isDirty ? text.testUnsaved : text.testLead}
        label={text.test}
        icon="send"
        failed={text.notTested}
        isDisabled={props.isDirty}
        onProblems={setFault}
        onTry={async () => {
          await testSmtp(to());
          return text.tested(to());
        }}
      >
        <Field label={text.to} error={problemIn(fault()?.problems ?? [], "to")}>
          <TextInput type="email" value={to()} autocomplete="off" onInput={setTo} />
        </Field>
      </TryPanel>
    </Section>
  );
}
