import { ApiError, toApiError } from "../../../lib/api.ts";
import { createForm } from "../../../lib/form.ts";
import { beginSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { signIn } from "../../api/sign_in.ts";
import { text } from "../../text/access.ts";
import { EmailField } from "./access_fields.tsx";
import { keepTyped } from "./typed_password.ts";

export function PasswordStep(props: { email?: string; onCodeNeeded: (challengeToken: string) => void }) {
  const form = createForm(
    { email: props.email ?? "", password: "" },
    async (values) => {
      const response = await signIn(values).catch(showBesidePassword);
      const isTemporary = "user" in response && response.user.mustChangePassword;
      keepTyped(isTemporary || "challengeToken" in response ? values.password : "");
      if ("challengeToken" in response) props.onCodeNeeded(response.challengeToken);
      else beginSession(response.user);
    },
    { isPassing: true },
  );

  return (
    <FormView form={form} isMain label={text.signIn.title}>
      <EmailField value={form.values.email} error={form.problem("email")} onInput={form.set("email")} />
      <Field label={text.password} error={form.problem("password")}>
        <PasswordInput
          autocomplete="current-password"
          value={form.values.password}
          onInput={form.set("password")}
        />
      </Field>
      <Button type="submit" variant="primary" isWide isBusy={form.isBusy()}>
        {text.signIn.submit}
      </Button>
    </FormView>
  );
}

function showBesidePassword(thrown: unknown): never {
  const { status, message, problems } = toApiError(thrown);
  if (status !== 401 || problems.length > 0) throw thrown;
  throw new ApiError(status, { error: message, problems: [{ path: "password", message }] });
}
