import { Match, Show, Switch } from "solid-js";
import type { Vault } from "../../../../src/schema/vault.ts";
import { ApiError } from "../../../lib/api.ts";
import { type Edited, soon } from "../../../lib/edit.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { Choices } from "../../../ui/Choices.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { SecretInput } from "../../../ui/SecretInput.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { createVault, listVaults, updateVault } from "../../api/vault.ts";
import { problemIn } from "../../schema_form/context.ts";
import { text } from "../../text/vault.ts";

const KINDS = (["local", "hashicorp"] as const).map((value) => ({
  value,
  label: text.kinds[value],
  hint: text.kindHints[value],
}));
const METHODS = (["token", "approle"] as const).map((value) => ({ value, label: text.methods[value] }));

interface Values {
  name: string;
  kind: Vault["kind"];
  settings: Settings;
}

interface Settings {
  address: string;
  mount: string;
  namespace: string;
  method: "token" | "approle";
  token: string;
  roleId: string;
  secretId: string;
}

/** For a new vault, and for one that is there. */
export function VaultDialog(props: {
  stored: Vault | null;
  onClose: () => void;
  onDone: (vault: Vault) => void;
}) {
  const { stored } = props;
  const form = createForm(
    valuesOf(stored),
    async ({ name, kind, settings }, sent) => {
      const body =
        kind === "local" ? { name, kind, settings: {} } : { name, kind, settings: toSent(settings) };
      props.onDone(stored ? await updateVault(stored.id, sent.only(body)) : await createVault(body));
    },
    { edit: stored ? editOf(stored) : undefined },
  );
  const title = () => (stored ? text.editTitle(stored.name) : text.newTitle);
  return (
    <Dialog title={title()} isHeld={form.isBusy()} onClose={() => props.onClose()}>
      <FormView form={form} label={title()}>
        <Field label={text.name} error={form.problem("name")}>
          <TextInput
            value={form.values.name}
            autocomplete="off"
            maxlength={200}
            placeholder={text.namePlaceholder}
            onInput={form.set("name")}
          />
        </Field>
        <Show when={!stored}>
          <Choices legend={text.kind} value={form.values.kind} choices={KINDS} onChange={form.set("kind")} />
        </Show>
        <Show when={form.values.kind === "hashicorp"}>
          <HashicorpFields form={form} />
        </Show>
        <DialogActions
          submit={stored ? text.save : text.create}
          isBusy={form.isBusy()}
          onCancel={() => props.onClose()}
        />
      </FormView>
    </Dialog>
  );
}

function HashicorpFields(props: { form: Form<Values> }) {
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

function editOf(stored: Vault): Edited<Values, Vault> {
  const { name, address, mount, namespace, method, token, roleId, secretId } = text;
  const settings = { address, mount, namespace, method, token, roleId, secretId };
  const named = Object.entries(settings).map(([key, label]) => [`settings.${key}`, label]);
  return {
    stored,
    async read() {
      const found = (await listVaults(soon())).find(({ id }) => id === stored.id);
      if (!found) throw new ApiError(404, { error: text.missing });
      return found;
    },
    toValues: valuesOf,
    labels: { name, ...Object.fromEntries(named) },
  };
}

const EMPTY: Settings = {
  address: "",
  mount: "secret",
  namespace: "",
  method: "token",
  token: "",
  roleId: "",
  secretId: "",
};

function valuesOf(stored: Vault | null): Values {
  if (!stored) return { name: "", kind: "local", settings: EMPTY };
  const { auth, ...settings } = stored.settings as { auth?: object };
  return { name: stored.name, kind: stored.kind, settings: { ...EMPTY, ...settings, ...auth } };
}

function toSent({ address, mount, namespace, method, token, roleId, secretId }: Settings) {
  const auth = method === "token" ? { method, token } : { method, roleId, secretId };
  return { address, mount, namespace, auth };
}
