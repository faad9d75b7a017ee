import { createSignal, Show } from "solid-js";
import { navigate, place, queryOf } from "../../../lib/router.ts";
import { hasEnded } from "../../../lib/session.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { LOGIN_PATH, returnPathOf } from "../../route/redirect.ts";
import { sayError, text } from "../../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { SignInWays } from "./SignInWays.tsx";

export default function SignInPage() {
  const [challenge, setChallenge] = createSignal(challengeIn(place().hash));

  function startAgain(): void {
    setChallenge(null);
    const returnTo = returnPathOf(place());
    navigate(returnTo ? `${LOGIN_PATH}?${new URLSearchParams({ returnTo })}` : LOGIN_PATH, { replace: true });
  }

  return (
    <Show
      when={challenge()}
      fallback={
        <AuthFrame title={text.signIn.title}>
          <Reason />
          <SignInWays returnTo={returnPathOf(place()) ?? ""} onCodeNeeded={setChallenge} />
        </AuthFrame>
      }
    >
      {(token) => <CodeStep challengeToken={token()} onStartAgain={startAgain} />}
    </Show>
  );
}

function Reason() {
  const code = () => queryOf("error");
  return (
    <>
      <Show when={code()}>
        <Notice tone="bad">
          <p>{sayError(code())}</p>
        </Notice>
      </Show>
      <Show when={hasEnded() && !code()}>
        <Notice tone="info">
          <p>{text.signIn.ended}</p>
        </Notice>
      </Show>
    </>
  );
}

function challengeIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get("challenge");
}
