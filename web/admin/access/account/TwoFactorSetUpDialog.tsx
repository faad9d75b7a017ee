import { createSignal, Show } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { CopyField } from "../../../ui/CopyField.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { beginTwoFactor, enableTwoFactor, type TwoFactorSetup } from "../../api/own.ts";
import { text } from "../../text/account.ts";
import "./account.css";
import { confirmationOf, IdentityField } from "./IdentityField.tsx";

export function TwoFactorSetUpDialog(props: {
  onClose: () => void;
  onDone: (recoveryCodes: readonly string[]) => void;
}) {
  const [setup, setSetup] = createSignal<TwoFactorSetup>();
  return (
    <Dialog title={text.twoFactor.begin} onClose={() => props.onClose()}>
      <Show when={setup()} fallback={<IdentityStep onDone={setSetup} onClose={() => props.onClose()} />}>
        {(found) => (
          <ScanStep setup={found()} onClose={() => props.onClose()} onDone={(codes) => props.onDone(codes)} />
        )}
      </Show>
    </Dialog>
  );
}

function IdentityStep(props: { onDone: (setup: TwoFactorSetup) => void; onClose: () => void }) {
  const form = createForm({ currentPassword: "" }, async ({ currentPassword }) => {
    props.onDone(await beginTwoFactor(confirmationOf(currentPassword)));
  });
  return (
    <FormView form={form} label={text.twoFactor.begin}>
      <p class="soft">{text.twoFactor.beginLead}</p>
      <IdentityField
        value={form.values.currentPassword}
        onInput={form.set("currentPassword")}
        problem={form.problem("currentPassword")}
        error={form.error()}
      />
      <DialogActions
        submit={text.twoFactor.continue}
        isBusy={form.isBusy()}
        onCancel={() => props.onClose()}
      />
    </FormView>
  );
}

function ScanStep(props: {
  setup: TwoFactorSetup;
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}) {
  const form = createForm({ code: "" }, async ({ code }) => {
    const { recoveryCodes } = await enableTwoFactor({ setupToken: props.setup.setupToken, code });
    props.onDone(recoveryCodes);
  });
  return (
    <FormView form={form} isMain label={text.twoFactor.begin}>
      <p class="soft">{text.twoFactor.scan}</p>
      <img
        class="qr"
        src={`data:image/svg+xml,${encodeURIComponent(props.setup.qrSvg)}`}
        alt={text.twoFactor.qr}
      />
      <CopyField label={text.twoFactor.secret} value={props.setup.secret} />
      <Field label={text.twoFactor.code} hint={text.twoFactor.codeHint} error={form.problem("code")}>
        <TextInput
          autocomplete="one-time-code"
          inputmode="numeric"
          isMono
          value={form.values.code}
          onInput={form.set("code")}
        />
      </Field>
      <DialogActions submit={text.twoFactor.verify} isBusy={form.isBusy()} onCancel={() => props.onClose()} />
    </FormView>
  );
}
