import { createSignal, Match, Switch } from "solid-js";
import { beginSession, currentUser } from "../../../lib/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { signOut } from "../../api/own.ts";
import { leaveAfter } from "../../route/leave.ts";
import { text } from "../../text/access.ts";
import { RecoveryCodesDialog } from "../account/RecoveryCodesDialog.tsx";
import { TwoFactorSetUpDialog } from "../account/TwoFactorSetUpDialog.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

export default function ForcedTwoFactorPage() {
  const [step, setStep] = createSignal<"set-up" | readonly string[]>();
  const codes = () => {
    const now = step();
    return typeof now === "object" ? now : undefined;
  };

  return (
    <AuthFrame title={text.secondFactor.title} lead={text.secondFactor.lead}>
      <Button variant="primary" icon="shield" isWide onClick={() => setStep("set-up")}>
        {text.secondFactor.begin}
      </Button>
      <div class="access__foot">
        <Button variant="quiet" isSmall onClick={() => leaveAfter(signOut)}>
          {text.secondFactor.signOut}
        </Button>
      </div>
      <Switch>
        <Match when={step() === "set-up"}>
          <TwoFactorSetUpDialog onClose={() => setStep(undefined)} onDone={setStep} />
        </Match>
        <Match when={codes()}>
          {(list) => (
            <RecoveryCodesDialog
              codes={list()}
              onClose={() => beginSession({ ...currentUser(), twoFactor: true, mustSetUpTwoFactor: false })}
            />
          )}
        </Match>
      </Switch>
    </AuthFrame>
  );
}
