import { createSignal, type JSX, onMount, Show } from "solid-js";
import { mayBeSignedIn, SIGNED_IN_COOKIE } from "../../../src/lib/signed_in_cookie.ts";
import { useStatusPage } from "../page_context.tsx";

const AUTH = "/api/v1/auth";
const LOGOUT = `${AUTH}/logout`;

/**
 * On a private page for everybody, who could not see it otherwise, and then also without JavaScript. A public page is
 * the same for all, so there the browser finds out whether somebody is signed in.
 */
export function SignOut(): JSX.Element {
  const { t, options } = useStatusPage();
  const [isSignedIn, setSignedIn] = createSignal(options.isPrivate === true);
  onMount(async () => {
    if (isSignedIn() || options.isPreview || options.copy) return;
    if (mayBeSignedIn(document.cookie)) setSignedIn(await findSession());
  });
  return (
    <Show when={isSignedIn()}>
      <form class="sign-out" method="post" action={LOGOUT} onSubmit={signOut}>
        <button type="submit" class="button">
          {t("signIn.signOut")}
        </button>
      </form>
    </Show>
  );
}

async function findSession(): Promise<boolean> {
  try {
    const { status, ok } = await fetch(`${AUTH}/session`);
    // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not everywhere.
    if (status === 401) document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0`;
    return ok;
  } catch {
    return false;
  }
}

/** Whatever it answers: the page that is drawn then is the one for whoever is left. */
async function signOut(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  await fetch(LOGOUT, { method: "POST" }).catch(() => {});
  location.reload();
}
