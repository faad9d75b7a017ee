import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

/**
 * Only on private pages, where it works without JavaScript. A public page is the same for all visitors, so
 * `live/signed_in.ts` adds it.
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
