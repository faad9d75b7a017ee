import { createSignal, Show } from "solid-js";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { currentUser, loadSession } from "../../../lib/session.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Loaded } from "../../../ui/Loaded.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Section } from "../../../ui/Section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { getSignInSettings, updateSignInSettings } from "../../api/sign_in_settings.ts";
import { text } from "../../text/user.ts";
import { confirmationOf, IdentityField } from "../account/IdentityField.tsx";

export function RequiredTwoFactor() {
  const settings = createLoad(getSignInSettings);
  const [isAsked, setIsAsked] = createSignal(false);
  return (
    <Section title={text.required.title}>
      <Loaded load={settings} lines={2}>
        {(found) => (
          <div class="card">
            <div class="card__body stack">
              <div class="stack stack--tight">
                <div>
                  <Badge tone={found().requireTwoFactor ? "good" : "neutral"}>
                    {found().requireTwoFactor ? text.required.on : text.required.off}
                  </Badge>
                </div>
                <p>{found().requireTwoFactor ? text.required.onLead : text.required.offLead}</p>
              </div>
              <div class="row">
                <Button onClick={() => setIsAsked(true)}>
                  {found().requireTwoFactor ? text.required.turnOff : text.required.turnOn}
                </Button>
              </div>
            </div>
            <Show when={isAsked()}>
              <RequireDialog
                isOn={found().requireTwoFactor}
                version={found().version}
                onClose={() => setIsAsked(false)}
                onDone={() => {
                  setIsAsked(false);
                  settings.reload();
                }}
              />
            </Show>
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function RequireDialog(props: { isOn: boolean; version: number; onClose: () => void; onDone: () => void }) {
  const form = createForm({ currentPassword: "" }, async ({ currentPassword }) => {
    await updateSignInSettings({
      requireTwoFactor: !props.isOn,
      version: props.version,
      ...confirmationOf(currentPassword),
    });
    showToast(props.isOn ? text.required.turnedOff : text.required.turnedOn);
    if (!props.isOn && !currentUser().twoFactor) await loadSession();
    else props.onDone();
  });
  const title = () => (props.isOn ? text.required.turnOffTitle : text.required.turnOnTitle);
  return (
    <Dialog title={title()} isHeld={form.isBusy()} onClose={() => props.onClose()}>
      <FormView form={form} label={title()}>
        <ul class="bullets">
          {(props.isOn ? text.required.turnOffEnds : text.required.turnOnEnds).map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
        <Show when={!props.isOn && !currentUser().twoFactor}>
          <Notice tone="warn">
            <p>{text.required.ownWarning}</p>
          </Notice>
        </Show>
        <IdentityField
          value={form.values.currentPassword}
          onInput={form.set("currentPassword")}
          problem={form.problem("currentPassword")}
          error={form.error()}
        />
        <DialogActions
          submit={props.isOn ? text.required.turnOff : text.required.turnOn}
          isBusy={form.isBusy()}
          onCancel={() => props.onClose()}
        />
      </FormView>
    </Dialog>
  );
}
