import { Show } from "solid-js";
import { PRESETS } from "../../../../src/domain/access/area.ts";
import type { Permission } from "../../../../src/schema/permission.ts";
import { ApiError } from "../../../lib/api.ts";
import { createForm } from "../../../lib/form.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Choices } from "../../../ui/Choices.tsx";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { type CreatedApiToken, createApiToken, type NewApiToken } from "../../api/api_token.ts";
import { text } from "../../text/api_token.ts";
import { PermissionTable } from "./PermissionTable.tsx";
import { presetOf } from "./permission_choice.ts";

type Expiry = keyof typeof text.expiries;

interface Values {
  name: string;
  permissions: Permission[];
  expiresInDays: Expiry;
  isNeverMeant: boolean;
}

const EMPTY: Values = { name: "", permissions: [], expiresInDays: "90", isNeverMeant: false };
const CUSTOM = "custom";
const PRESET_CHOICES = [
  ...Object.keys(PRESETS).map((name) => ({ value: name, label: text.presets[name] ?? name })),
  { value: CUSTOM, label: text.custom },
];
const DAYS: Record<Expiry, NewApiToken["expiresInDays"]> = { "30": 30, "90": 90, "365": 365, never: null };
const EXPIRY_OPTIONS = (["30", "90", "365", "never"] as const).map((value) => ({
  value,
  label: text.expiries[value],
}));

export function CreateTokenDialog(props: { onClose: () => void; onDone: (token: CreatedApiToken) => void }) {
  const form = createForm(EMPTY, async ({ name, permissions, expiresInDays, isNeverMeant }) => {
    if (expiresInDays === "never" && !isNeverMeant) throw neverNotMeant();
    props.onDone(await createApiToken({ name, permissions, expiresInDays: DAYS[expiresInDays] }));
  });

  return (
    <FormDialog
      form={form}
      title={text.createTitle}
      isWide
      submit={text.submit}
      onClose={() => props.onClose()}
    >
      <Field label={text.name} hint={text.nameHint} error={form.problem("name")}>
        <TextInput
          placeholder={text.namePlaceholder}
          autocomplete="off"
          value={form.values.name}
          onInput={form.set("name")}
        />
      </Field>
      <div class="stack stack--tight">
        <Choices
          legend={text.preset}
          isInline
          value={presetOf(form.values.permissions) ?? CUSTOM}
          choices={PRESET_CHOICES}
          onChange={(name) => form.set("permissions")([...(PRESETS[name] ?? [])])}
        />
        <PermissionTable permissions={form.values.permissions} onChange={form.set("permissions")} />
        <FieldError id="permissions-error" message={form.problem("permissions")} />
        <Checkbox
          label={text.vaultUse}
          hint={text.vaultUseHint}
          isChecked={form.values.permissions.includes("vault:use")}
          onChange={(isChecked) => {
            const others = form.values.permissions.filter((permission) => permission !== "vault:use");
            form.set("permissions")(isChecked ? [...others, "vault:use"] : others);
          }}
        />
      </div>
      <Field label={text.expiry} error={form.problem("expiresInDays")}>
        <Select
          value={form.values.expiresInDays}
          options={EXPIRY_OPTIONS}
          onChange={form.set("expiresInDays")}
        />
      </Field>
      <Show when={form.values.expiresInDays === "never"}>
        <Notice tone="warn">
          <p>{text.neverWarning}</p>
          <Checkbox
            label={text.neverConfirm}
            error={form.problem("isNeverMeant")}
            isChecked={form.values.isNeverMeant}
            onChange={form.set("isNeverMeant")}
          />
        </Notice>
      </Show>
    </FormDialog>
  );
}

function neverNotMeant(): ApiError {
  return new ApiError(400, {
    error: text.neverMissing,
    problems: [{ path: "isNeverMeant", message: text.neverMissing }],
  });
}
