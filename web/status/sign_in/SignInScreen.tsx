import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";
import { LanguageMenu, Logo } from "../parts/Header.tsx";
import type { SignInOffer } from "../view.ts";

/** What stands in place of a private page. Its script, main.ts, knows these forms by their names. */
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
          <p>{t("signIn.hint")}</p>
          <noscript>
            <p>{t("signIn.needsScript")}</p>
          </noscript>
          <p class="problem" role="alert" hidden />
          <Show when={props.offer.passwordLogin}>
            <PasswordForm />
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

function PasswordForm(): JSX.Element {
  const { t } = useStatusPage();
  return (
    <form class="needs-js" name="password">
      <label>
        <span>{t("signIn.email")}</span>
        <input name="email" type="email" autocomplete="username" maxlength="254" required />
      </label>
      <label>
        <span>{t("signIn.password")}</span>
        <input name="password" type="password" autocomplete="current-password" maxlength="128" required />
      </label>
      <button type="submit" class="button strong">
        {t("signIn.submit")}
      </button>
    </form>
  );
}

function CodeForm(): JSX.Element {
  const { t } = useStatusPage();
  return (
    <form class="needs-js" name="code" hidden>
      <label>
        <span>{t("signIn.code")}</span>
        <input
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          maxlength="64"
          required
          aria-describedby="code-hint"
        />
      </label>
      <p id="code-hint">{t("signIn.codeHint")}</p>
      <button type="submit" class="button strong">
        {t("signIn.verify")}
      </button>
      <button class="button" type="button" name="back">
        {t("signIn.back")}
      </button>
    </form>
  );
}

function NewPasswordForm(): JSX.Element {
  const { t } = useStatusPage();
  return (
    <form class="needs-js" name="replace" hidden>
      <label>
        <span>{t("signIn.newPassword")}</span>
        <input
          name="newPassword"
          type="password"
          autocomplete="new-password"
          minlength="8"
          maxlength="128"
          required
          aria-describedby="password-hint"
        />
      </label>
      <p id="password-hint">{t("signIn.newPasswordHint")}</p>
      <button type="submit" class="button strong">
        {t("signIn.savePassword")}
      </button>
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
