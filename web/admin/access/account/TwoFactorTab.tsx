import { createSignal, Match, Show, Switch } from "solid-js";
import { beginSession, currentUser } from "../../../lib/session.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Section } from "../../../ui/Section.tsx";
import { showToast } from "../../../ui/toast.ts";
import { disableTwoFactor, renewRecoveryCodes } from "../../api/own.ts";
import { text } from "../../text/account.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";
import { TwoFactorSetUpDialog } from "./TwoFactorSetUpDialog.tsx";

type Step = "set-up" | "turn-off" | "new-codes" | readonly string[];

export function TwoFactorTab() {
  const [step, setStep] = createSignal<Step>();
  const close = () => setStep(undefined);
  const isOn = () => currentUser().twoFactor;
  const codes = () => {
    const now = step();
    return typeof now === "object" ? now : undefined;
  };
  const remember = (twoFactor: boolean) => beginSession({ ...currentUser(), twoFactor });

  return (
    <Section title={text.twoFactor.title} lead={text.twoFactor.lead}>
      <div class="card">
        <div class="card__body stack">
          <div class="stack stack--tight">
            <div>
              <Badge tone={isOn() ? "good" : "warn"}>{isOn() ? text.twoFactor.on : text.twoFactor.off}</Badge>
            </div>
            <p>{isOn() ? text.twoFactor.onLead : text.twoFactor.offLead}</p>
          </div>
          <div class="row">
            <Show
              when={isOn()}
              fallback={
                <Button variant="primary" icon="shield" onClick={() => setStep("set-up")}>
                  {text.twoFactor.turnOn}
                </Button>
              }
            >
              <Button onClick={() => setStep("new-codes")}>{text.twoFactor.newCodes}</Button>
              <Button variant="quiet" onClick={() => setStep("turn-off")}>
                {text.twoFactor.turnOff}
              </Button>
            </Show>
          </div>
        </div>
      </div>

      <Switch>
        <Match when={step() === "set-up"}>
          <TwoFactorSetUpDialog
            onClose={close}
            onDone={(made) => {
              remember(true);
              setStep(made);
            }}
          />
        </Match>
        <Match when={step() === "turn-off"}>
          <CodeDialog
            title={text.twoFactor.turnOffTitle}
            lead={text.twoFactor.turnOffEnds}
            submit={text.twoFactor.turnOff}
            isDanger
            onClose={close}
            onSubmit={async (body) => {
              await disableTwoFactor(body);
              remember(false);
              close();
              showToast(text.twoFactor.turnedOff);
            }}
          />
        </Match>
        <Match when={step() === "new-codes"}>
          <CodeDialog
            title={text.twoFactor.newCodesTitle}
            lead={text.twoFactor.newCodesEnds}
            submit={text.twoFactor.newCodesSubmit}
            onClose={close}
            onSubmit={async (body) => {
              setStep((await renewRecoveryCodes(body)).recoveryCodes);
            }}
          />
        </Match>
        <Match when={codes()}>{(list) => <RecoveryCodesDialog codes={list()} onClose={close} />}</Match>
      </Switch>
    </Section>
  );
}
