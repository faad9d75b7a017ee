import { createSignal, Show } from "solid-js";
import { createLoad } from "../../lib/load.ts";
import { navigate, place, queryOf } from "../../lib/router.ts";
import { hasEnded } from "../../lib/session.ts";
import { Loaded } from "../../ui/Loaded.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { getSignInConfig, singleSignOnUrl } from "../api/sign_in.ts";
import { LOGIN_PATH, returnPathOf } from "../shell/redirect.ts";
import { text } from "../text/access.ts";
import { AuthFrame } from "./AuthFrame.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";

/** Password or single sign-on, then the code where the user has two-factor authentication on. */
export default function SignInPage() {
  const config = createLoad((signal) => getSignInConfig(signal));
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
          <Loaded load={config} lines={4}>
            {(found) => (
              <>
                <Show when={found().passwordLogin} fallback={<p class="soft">{text.signIn.noPassword}</p>}>
                  <PasswordStep onCodeNeeded={setChallenge} />
                </Show>
                <Show when={found().sso.enabled}>
                  <Show when={found().passwordLogin}>
                    <p class="access__or">{text.signIn.or}</p>
                  </Show>
                  <a
                    class={`button button--wide button--${found().passwordLogin ? "secondary" : "primary"}`}
                    href={singleSignOnUrl({ returnTo: returnPathOf(place()) ?? "" })}
                  >
                    {found().sso.buttonLabel}
                  </a>
                </Show>
              </>
            )}
          </Loaded>
        </AuthFrame>
      }
    >
      {(token) => <CodeStep challengeToken={token()} onStartAgain={startAgain} />}
    </Show>
  );
}

/** Why somebody is here who did not mean to be. */
function Reason() {
  const code = () => queryOf("error");
  return (
    <>
      <Show when={code()}>
        <Notice tone="bad">
          <p>{text.errors[code()] ?? text.unknownError}</p>
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

/** Handed over by single sign-on in the fragment, which reaches no server. */
function challengeIn(hash: string): string | null {
  return new URLSearchParams(hash.slice(1)).get("challenge");
}
