import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { LanguageMenu, Logo } from "../parts/Header.tsx";
import type { SignInOffer } from "../view.ts";
import { CodeForm, NewPasswordForm, PasswordForm } from "./SignInForms.tsx";

export function SignInScreen(props: { offer: SignInOffer }): JSX.Element {
  const { page, t } = useStatusPage();
  return (
    <div class="svc-page t-pending">
      <header class="svc-header">
        <span class="logo">
          <Logo />
        </span>
        <nav class="svc-navigation" aria-label={t("page.menu")}>
          <Show when={page().locales.length > 1}>
            <LanguageMenu />
          </Show>
        </nav>
      </header>
      <main class="svc-content" id="content">
        <div class="sign-in">
          <h1>{t("signIn.title")}</h1>
          <Show when={props.offer.unlock} fallback={<p>{t("signIn.hint")}</p>}>
            {(unlock) => <UnlockForm unlock={unlock()} />}
          </Show>
          <noscript>
            <p>{t("signIn.needsScript")}</p>
          </noscript>
          <p class="problem" role="alert" hidden />
          <Show when={props.offer.passwordLogin}>
            <PasswordForm forgottenUrl={props.offer.forgottenUrl} />
          </Show>
          <CodeForm />
          <NewPasswordForm />
          <Show when={props.offer.sso}>
            {(sso) => <OidcButton sso={sso()} isAlone={!props.offer.passwordLogin} />}
          </Show>
        </div>
      </main>
    </div>
  );
}

function UnlockForm(props: { unlock: NonNullable<SignInOffer["unlock"]> }): JSX.Element {
  const { t } = useStatusPage();
  return (
    <form class="unlock" method="post" action={props.unlock.action}>
      <p>{t("signIn.unlockHint")}</p>
      <Show when={props.unlock.isWrong}>
        <p class="problem" role="alert">
          {t("signIn.wrongPagePassword")}
        </p>
      </Show>
      <label>
        <span>{t("signIn.pagePassword")}</span>
        <input name="password" type="password" autocomplete="off" required />
      </label>
      <button type="submit" class="button strong">
        {t("signIn.unlock")}
      </button>
      <p>{t("signIn.orSignIn")}</p>
    </form>
  );
}

function OidcButton(props: { sso: { label: string; url: string }; isAlone: boolean }): JSX.Element {
  const { t } = useStatusPage();
  return (
    <div class="sso">
      <Show when={!props.isAlone}>
        <p>{t("signIn.or")}</p>
      </Show>
      <a class={`button ${props.isAlone ? "strong" : "outlined"}`} href={props.sso.url}>
        {props.sso.label}
      </a>
    </div>
  );
}
