import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

/**
 * On a private page for everybody, who could not see it otherwise, and then also without JavaScript. A public page is
 * the same for all: there the script looks whether somebody is signed in (`live/signed_in.ts`).
 */
export function SignOut(): JSX.Element {
  const { t, options } = useStatusPage();
  return (
    <Show when={options.isPrivate}>
      <form class="sign-out" method="post" action="/api/v1/auth/logout">
        <button type="submit" class="button">
          {t("signIn.signOut")}
        </button>
      </form>
    </Show>
  );
}
