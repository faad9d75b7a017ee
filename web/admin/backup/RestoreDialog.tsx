import { For, Show } from "solid-js";
import type { Backup, RestoreState } from "../../../src/schema/backup.ts";
import { ApiError } from "../../lib/api.ts";
import { createForm } from "../../lib/form.ts";
import { Field, FieldError } from "../../ui/Field.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { showToast } from "../../ui/toast.ts";
import { confirmationOf, IdentityField } from "../access/account/IdentityField.tsx";
import { restoreBackup, restoreFile } from "../api/backup.ts";
import { text } from "../text/backup.ts";
import { FileChoice } from "./FileChoice.tsx";

export type Restored = { kind: "kept"; backup: Backup } | { kind: "file" };

interface Values {
  file: File | undefined;
  passphrase: string;
  currentPassword: string;
  host: string;
}

/** The instance's name must be typed: a restore can't be undone. */
export function RestoreDialog(props: { what: Restored; onClose: () => void; onRunning: () => void }) {
  const { host } = location;
  const form = createForm<Values>(
    { file: undefined, passphrase: "", currentPassword: "", host: "" },
    async (values) => {
      if (values.host.trim() !== host) throw refuse("host", text.wrongHost(host));
      const { state } = await begin(values);
      showToast(state === "done" ? text.restored : text.restoring);
      props.onRunning();
    },
    { isPassing: true },
  );

  async function begin({ file, passphrase, currentPassword }: Values): Promise<RestoreState> {
    const texts = { passphrase, ...confirmationOf(currentPassword) };
    if (props.what.kind === "kept") return await restoreBackup({ name: props.what.backup.name, ...texts });
    if (!file) throw refuse("file", text.noFile);
    return await restoreFile(file, texts);
  }

  /** Files uploaded to the bucket by hand have no metadata. */
  const isUnknown = () => props.what.kind === "file" || props.what.backup.schemaVersion === "";
  const asksPassphrase = () =>
    isUnknown() || (props.what.kind === "kept" && props.what.backup.encryptedWith === "passphrase");
  return (
    <FormDialog
      form={form}
      title={text.restoreTitle}
      submit={text.restoreSubmit}
      isDanger
      onClose={() => props.onClose()}
    >
      <div class="stack stack--tight">
        <p>{text.restoreLead(host)}</p>
        <ul class="bullets">
          <For each={text.restoreEnds}>{(sentence) => <li>{sentence}</li>}</For>
        </ul>
        <p class="small soft">{text.restoreNote}</p>
      </div>
      <Show when={props.what.kind === "file"}>
        <div class="stack stack--tight">
          <FileChoice file={form.values.file} onFile={form.set("file")} />
          <FieldError id="file-error" message={form.problem("file")} />
        </div>
      </Show>
      <Show when={asksPassphrase()}>
        <Field
          label={text.passphrase}
          {...(isUnknown() && { hint: text.restorePassphraseHint })}
          error={form.problem("passphrase")}
        >
          <PasswordInput autocomplete="off" value={form.values.passphrase} onInput={form.set("passphrase")} />
        </Field>
      </Show>
      <IdentityField
        value={form.values.currentPassword}
        onInput={form.set("currentPassword")}
        problem={form.problem("currentPassword")}
        error={form.error()}
      />
      <Field label={text.host(host)} error={form.problem("host")}>
        <TextInput
          autocomplete="off"
          spellcheck={false}
          value={form.values.host}
          onInput={form.set("host")}
        />
      </Field>
    </FormDialog>
  );
}

function refuse(path: string, message: string): ApiError {
  return new ApiError(400, { error: message, problems: [{ path, message }] });
}
