import { Show } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { getSignInConfig, oidcUrl } from "../../api/sign_in.ts";
import { FORGOT_PATH } from "../../route/redirect.ts";
import { text } from "../../text/access.ts";
import { PasswordStep } from "./PasswordStep.tsx";

export function SignInWays(props: {
  email?: string;
  returnTo: string;
  onCodeNeeded: (challengeToken: string) => void;
  onLeave?: () => void;
}) {
  const config = createLoad((signal) => getSignInConfig(signal));
  return (
    <Loaded load={config} lines={4}>
      {(found) => (
        <>
          <Show when={found().passwordLogin} fallback={<p class="soft">{text.signIn.noPassword}</p>}>
            <PasswordStep email={props.email ?? ""} onCodeNeeded={props.onCodeNeeded} />
            <Show when={found().passwordReset && props.email === undefined}>
              <p class="access__foot">
                <a class="small" href={FORGOT_PATH}>
                  {text.signIn.forgotten}
                </a>
              </p>
            </Show>
          </Show>
          <Show when={found().sso.enabled}>
            <Show when={found().passwordLogin}>
              <p class="access__or">{text.signIn.or}</p>
            </Show>
            <a
              class={`button button--wide button--${found().passwordLogin ? "secondary" : "primary"}`}
              href={oidcUrl({ returnTo: props.returnTo })}
              onClick={() => props.onLeave?.()}
            >
              {found().sso.buttonLabel}
            </a>
          </Show>
        </>
      )}
    </Loaded>
  );
}
