import { Match, Switch } from "solid-js";
import type { Form } from "../../../lib/form.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Field } from "../../../ui/Field.tsx";
import { SecretInput } from "../../../ui/SecretInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { text } from "../../text/vault.ts";
import type { Settings, VaultFormValues } from "./vault_values.ts";

const METHODS = (["token", "approle"] as const).map((value) => ({ value, label: text.methods[value] }));

export function HashicorpFields(props: { form: Form<VaultFormValues> }) {
  const settings = () => props.form.values.settings;
  const set = (name: keyof Settings) => (value: string) =>
    props.form.set("settings")({ ...settings(), [name]: value });
  const problem = (path: string) => problemIn(props.form.problems(), `settings.${path}`);
  return (
    <>
      <Field label={text.address} error={problem("address")}>
        <TextInput
          value={settings().address}
          autocomplete="off"
          spellcheck={false}
          inputmode="url"
          placeholder="https://vault.example.com:8200"
          onInput={set("address")}
        />
      </Field>
      <div class="fields">
        <Field label={text.mount} hint={text.mountHint} error={problem("mount")}>
          <TextInput value={settings().mount} autocomplete="off" spellcheck={false} onInput={set("mount")} />
        </Field>
        <Field label={text.namespace} hint={text.namespaceHint} error={problem("namespace")}>
          <TextInput
            value={settings().namespace}
            autocomplete="off"
            spellcheck={false}
            onInput={set("namespace")}
          />
        </Field>
      </div>
      <Field label={text.method} error={problem("auth.method")}>
        <Select value={settings().method} options={METHODS} onChange={set("method")} />
      </Field>
      <Switch>
        <Match when={settings().method === "token"}>
          <Field label={text.token} error={problem("auth.token")}>
            <SecretInput value={settings().token} onInput={set("token")} />
          </Field>
        </Match>
        <Match when={settings().method === "approle"}>
          <Field label={text.roleId} error={problem("auth.roleId")}>
            <TextInput value={settings().roleId} autocomplete="off" onInput={set("roleId")} />
          </Field>
          <Field label={text.secretId} error={problem("auth.secretId")}>
            <SecretInput value={settings().secretId} onInput={set("secretId")} />
          </Field>
        </Match>
      </Switch>
    </>
  );
}
