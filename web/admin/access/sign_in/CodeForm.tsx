import { createForm } from "../../../lib/form.ts";
import { beginSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { sendCode } from "../../api/sign_in.ts";
import { text } from "../../text/access.ts";
import { keepTyped } from "./typed_password.ts";

export function CodeForm(props: {
  challengeToken: string;
  isRecovery: boolean;
  onSwap: (isRecovery: boolean) => void;
  onStartAgain: () => void;
}) {
  const form = createForm(
    { code: "" },
    async ({ code }) => {
      const { user } = await sendCode({ challengeToken: props.challengeToken, code });
      if (!user.mustChangePassword) keepTyped("");
      beginSession(user);
    },
    { isPassing: true },
  );

  function swap(): void {
    props.onSwap(!props.isRecovery);
    form.reset({ code: "" });
  }

  return (
    <>
      <FormView form={form} isMain label={text.code.title}>
        <Field
          label={props.isRecovery ? text.code.recoveryLabel : text.code.label}
          error={form.problem("code")}
        >
          <TextInput
            autocomplete={props.isRecovery ? "off" : "one-time-code"}
            inputmode={props.isRecovery ? "text" : "numeric"}
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
          {props.isRecovery ? text.code.useApp : text.code.useRecovery}
        </Button>
        <Button variant="quiet" isSmall onClick={() => props.onStartAgain()}>
          {text.code.startAgain}
        </Button>
      </div>
    </>
  );
}
