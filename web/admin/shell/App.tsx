import { createEffect, ErrorBoundary, Match, Show, Suspense, Switch } from "solid-js";
import { lazyCode } from "../../lib/load_code.ts";
import { isPanelPath, navigate, place } from "../../lib/router.ts";
import { isSignInAsked, user } from "../../lib/session.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Opening } from "../../ui/Opening.tsx";
import { Toasts } from "../../ui/Toasts.tsx";
import { findPage } from "../route/pages.ts";
import { decideRedirect, PASSWORD_PATH } from "../route/redirect.ts";
import { GuestPage } from "./GuestPage.tsx";
import { PageFault } from "./PageFault.tsx";
import { Shell } from "./Shell.tsx";
import { Splash } from "./Splash.tsx";
import { sayWhyNot } from "./say_why_not.ts";
import { createSessionStart } from "./start_session.ts";

const ForcedPasswordPage = lazyCode(() => import("../access/sign_in/ForcedPasswordPage.tsx"));
const ForcedTwoFactorPage = lazyCode(() => import("../access/sign_in/ForcedTwoFactorPage.tsx"));
const SetPasswordPage = lazyCode(() => import("../access/sign_in/SetPasswordPage.tsx"));
const SignInDialog = lazyCode(() => import("../access/sign_in/SignInDialog.tsx"));
const ViewerPage = lazyCode(() => import("../access/sign_in/ViewerPage.tsx"));

export function App() {
  const { isReady, isSetUpRequired, setIsSetUpRequired, fault, start } = createSessionStart();

  createEffect(() => {
    const found = user();
    if (!isReady() || found === undefined) return;
    if (found) setIsSetUpRequired(false);
    const to = decideRedirect(place(), { user: found, isSetUpRequired: isSetUpRequired() });
    if (to === null) return;
    if (found && found.role !== "viewer") sayWhyNot(place().path, found.role);
    if (isPanelPath(to)) navigate(to, { replace: true, isForced: true });
    else if (found?.role !== "viewer") window.location.replace(to);
  });

  const page = () => {
    const found = user();
    return found ? findPage(place().path, found.role) : undefined;
  };

  return (
    <>
      <ErrorBoundary fallback={(error: unknown) => <PageFault error={error} />}>
        <Opening fallback={<Splash />}>
          <Switch>
            <Match when={fault()}>
              {(error) => (
                <main class="alone">
                  <ErrorState message={error().message} onRetry={() => void start()} />
                </main>
              )}
            </Match>
            <Match when={!isReady()}>
              <Splash />
            </Match>
            <Match when={place().path === PASSWORD_PATH}>
              <SetPasswordPage />
            </Match>
            <Match when={user()?.mustChangePassword}>
              <ForcedPasswordPage />
            </Match>
            <Match when={user()?.mustSetUpTwoFactor}>
              <ForcedTwoFactorPage />
            </Match>
            <Match when={user()?.role === "viewer"}>
              <ViewerPage />
            </Match>
            <Match when={user()}>
              <Show when={page()}>{(found) => <Shell page={found()} />}</Show>
            </Match>
            <Match when={user() === null}>
              <GuestPage onSetUpDone={() => setIsSetUpRequired(false)} />
            </Match>
          </Switch>
        </Opening>
      </ErrorBoundary>
      <Show when={isSignInAsked()}>
        <Suspense>
          <SignInDialog />
        </Suspense>
      </Show>
      <Toasts />
    </>
  );
}
