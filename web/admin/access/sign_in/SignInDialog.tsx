import { createSignal, Show } from "solid-js";
import { keepDrafts } from "../../../lib/open_work.ts";
import { place } from "../../../lib/router.ts";
import { currentUser, giveUpSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { text } from "../../text/access.ts";
import { CodeForm } from "./CodeForm.tsx";
import { SignInWays } from "./SignInWays.tsx";
import "./access.css";

/** Overlays the page, so unsaved input survives the sign-in. */
export default function SignInDialog() {
  const [challenge, setChallenge] = createSignal<string>();
  const [isRecovery, setIsRecovery] = createSignal(false);
  const { email, id } = currentUser();
  return (
    <Dialog title={text.again.title} isHeld onClose={() => undefined}>
      <div class="stack">
        <p>{text.again.lead(email)}</p>
        <Show
          when={challenge()}
          fallback={
            <SignInWays
              email={email}
              returnTo={place().path + place().search}
              onCodeNeeded={setChallenge}
              onLeave={() => keepDrafts(id)}
            />
          }
        >
          {(token) => (
            <CodeForm
              challengeToken={token()}
              isRecovery={isRecovery()}
              onSwap={setIsRecovery}
              onStartAgain={() => setChallenge(undefined)}
            />
          )}
        </Show>
        <p class="small soft">{text.again.others}</p>
        <div>
          <Button variant="quiet" isSmall onClick={giveUpSession}>
            {text.again.giveUp}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
