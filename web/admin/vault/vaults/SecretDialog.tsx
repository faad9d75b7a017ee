import { For, Index, Match, Show, Switch } from "solid-js";
import { MASK } from "../../../../src/lib/mask.ts";
import type { Vault, VaultSecret } from "../../../../src/schema/vault.ts";
import { ApiError } from "../../../lib/api.ts";
import { type Edited, soon } from "../../../lib/edit.ts";
import { createForm, type Form } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Choices } from "../../../ui/Choices.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { SecretInput } from "../../../ui/SecretInput.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { createVaultSecret, listVaultSecrets, type SecretWrite, updateVaultSecret } from "../../api/vault.ts";
import { problemBeside, problemIn } from "../../schema_form/context.ts";
import { text as vaultText } from "../../text/vault.ts";

const text = vaultText.secrets;

const TYPES = (["userpass", "value", "json"] as const).map((value) => ({
  value,
  label: text.types[value],
  hint: text.typeHints[value],
}));
const NAMES = { userpass: ["user", "password"], value: ["value"] } as const;

interface Values {
  name: string;
  type: VaultSecret["type"];
  path: string;
  /** In the order in which they were typed, also while two names are the same. */
  values: readonly (readonly [name: string, value: string])[];
}

/** Values are typed once: of what is stored only the names are known, and a mask stands for each. */
export function SecretDialog(props: {
  vault: Vault;
  stored: VaultSecret | null;
  onClose: () => void;
  onDone: (secret: VaultSecret) => void;
}) {
  const { stored, vault } = props;
  const isLocal = vault.kind === "local";
  const form = createForm(
    valuesOf(stored),
    async ({ name, type, path, values }, sent) => {
      const body: SecretWrite = isLocal
        ? { name, type, values: Object.fromEntries(values) }
        : { name, type, path };
      props.onDone(
        stored
          ? await updateVaultSecret(vault.id, { id: stored.id, ...sent.all(body) })
          : await createVaultSecret(vault.id, body),
      );
    },
    { edit: stored ? editOf(vault, stored) : undefined, isPassing: true },
  );
  const title = () => (stored ? text.editTitle(stored.name) : text.newTitle);

  function chooseType(type: VaultSecret["type"]): void {
    form.set("type")(type);
    form.set("values")(type === stored?.type ? valuesOf(stored).values : emptyValues(type));
  }

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
        <Choices legend={text.type} value={form.values.type} choices={TYPES} onChange={chooseType} />
        <Show
          when={isLocal}
          fallback={
            <Field label={text.path} hint={text.pathHint} error={form.problem("path")}>
              <TextInput
                value={form.values.path}
                autocomplete="off"
                spellcheck={false}
                isMono
                onInput={form.set("path")}
              />
            </Field>
          }
        >
          <ValueFields form={form} />
          <p class="small soft">{text.once}</p>
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

function ValueFields(props: { form: Form<Values> }) {
  const pairs = () => props.form.values.values;
  const setPair = (at: number, pair: readonly [string, string]) =>
    props.form.set("values")(pairs().with(at, pair));
  const problem = (name: string) => problemIn(props.form.problems(), `values.${name}`);
  const own = () =>
    problemBeside(
      props.form.problems(),
      "values",
      pairs().map(([name]) => name),
    );
  return (
    <>
      <Switch>
        <Match when={props.form.values.type === "json"}>
          <fieldset class="pairs">
            <legend class="group__legend">{text.values}</legend>
            <Index each={pairs()}>
              {(pair, at) => (
                <div class="pairs__row">
                  <Field label={text.fieldName} isLabelHidden={at > 0} error={problem(pair()[0])}>
                    <TextInput
                      value={pair()[0]}
                      autocomplete="off"
                      spellcheck={false}
                      onInput={(name) => setPair(at, [name, pair()[1]])}
                    />
                  </Field>
                  <Field label={text.fieldValue} isLabelHidden={at > 0}>
                    <SecretInput value={pair()[1]} onInput={(value) => setPair(at, [pair()[0], value])} />
                  </Field>
                  <Button
                    variant="quiet"
                    icon="trash"
                    label={text.removeField(at + 1)}
                    onClick={() => props.form.set("values")(pairs().toSpliced(at, 1))}
                  />
                </div>
              )}
            </Index>
            <div>
              <Button isSmall icon="plus" onClick={() => props.form.set("values")([...pairs(), ["", ""]])}>
                {text.addField}
              </Button>
            </div>
          </fieldset>
        </Match>
        <Match when={props.form.values.type}>
          <For each={NAMES[props.form.values.type as keyof typeof NAMES]}>
            {(name, at) => (
              <Field label={text.fields[name] ?? name} error={problem(name)}>
                <Show
                  when={name === "user"}
                  fallback={
                    <SecretInput
                      value={valueIn(pairs(), name)}
                      onInput={(value) => setPair(at(), [name, value])}
                    />
                  }
                >
                  <TextInput
                    value={valueIn(pairs(), name)}
                    autocomplete="off"
                    spellcheck={false}
                    onFocus={(event) => event.currentTarget.select()}
                    onInput={(value) => setPair(at(), [name, value])}
                  />
                </Show>
              </Field>
            )}
          </For>
        </Match>
      </Switch>
      <FieldError id="secret-values-error" message={own()} />
    </>
  );
}

function editOf(vault: Vault, stored: VaultSecret): Edited<Values, VaultSecret> {
  return {
    stored,
    async read() {
      const found = (await listVaultSecrets(soon(), vault.id)).find(({ id }) => id === stored.id);
      if (!found) throw new ApiError(404, { error: vaultText.missing });
      return found;
    },
    toValues: valuesOf,
    labels: { name: text.name, type: text.type, path: text.path, values: text.values },
    tell: { values: (pairs: Values["values"]) => pairs.map(([name]) => name).join(", ") },
  };
}

function valuesOf(stored: VaultSecret | null): Values {
  if (!stored) return { name: "", type: "userpass", path: "", values: emptyValues("userpass") };
  const { name, type, path = "" } = stored;
  const fields = type === "json" ? stored.fields : NAMES[type];
  return { name, type, path, values: fields.map((field) => [field, MASK]) };
}

function emptyValues(type: VaultSecret["type"]): Values["values"] {
  const names: readonly string[] = type === "json" ? [""] : NAMES[type];
  return names.map((name) => [name, ""]);
}

function valueIn(pairs: Values["values"], name: string): string {
  return pairs.find(([own]) => own === name)?.[1] ?? "";
}
