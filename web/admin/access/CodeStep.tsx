import { createSignal } from "solid-js";
import { createForm } from "../../lib/form.ts";
import { beginSession } from "../../lib/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { sendCode } from "../api/sign_in.ts";
import { text } from "../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";

export function CodeStep(props: { challengeToken: string; onStartAgain: () => void }) {
  const [isRecovery, setIsRecovery] = createSignal(false);
  const form = createForm({ code: "" }, async ({ code }) => {
    beginSession((await sendCode({ challengeToken: props.challengeToken, code })).user);
  });

  function swap(): void {
    setIsRecovery((before) => !before);
    form.reset({ code: "" });
  }

  return (
    <AuthFrame title={text.code.title} lead={isRecovery() ? text.code.recoveryLead : text.code.lead}>
      <FormView form={form} isMain label={text.code.title}>
        <Field label={isRecovery() ? text.code.recoveryLabel : text.code.label} error={form.problem("code")}>
          <TextInput
            autocomplete={isRecovery() ? "off" : "one-time-code"}
            inputmode={isRecovery() ? "text" : "numeric"}
            autocapitalize="off"
            spellcheck={false}
            isMono
            value={form.values.code}
            onInput={form.set("code")}
          />
        </Field>
        <Button type="submit" variant="primary" isWide isBusy={form.isBusy()}>
          {text.code.submit}
        </Button>
      </FormView>
      <div class="access__foot">
        <Button variant="quiet" isSmall onClick={swap}>
          {isRecovery() ? text.code.useApp : text.code.useRecovery}
        </Button>
        <Button variant="quiet" isSmall onClick={() => props.onStartAgain()}>
          {text.code.startAgain}
        </Button>
      </div>
    </AuthFrame>
  );
}
