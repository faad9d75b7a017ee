import { Match, Switch } from "solid-js";
import { lazyCode } from "../../lib/load_code.ts";
import { place } from "../../lib/router.ts";
import { FORGOT_PATH, LOGIN_PATH, SET_UP_PATH } from "../route/redirect.ts";

const ForgotPasswordPage = lazyCode(() => import("../access/sign_in/ForgotPasswordPage.tsx"));
const SetUpPage = lazyCode(() => import("../access/sign_in/SetUpPage.tsx"));
const SignInPage = lazyCode(() => import("../access/sign_in/SignInPage.tsx"));

export function GuestPage(props: { onSetUpDone: () => void }) {
  return (
    <Switch>
      <Match when={place().path === SET_UP_PATH}>
        <SetUpPage onLeave={() => props.onSetUpDone()} />
      </Match>
      <Match when={place().path === FORGOT_PATH}>
        <ForgotPasswordPage />
      </Match>
      <Match when={place().path === LOGIN_PATH}>
        <SignInPage />
      </Match>
    </Switch>
  );
}
