import type { JSX } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

export function PasswordForm(): JSX.Element {
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

export function CodeForm(): JSX.Element {
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

export function NewPasswordForm(): JSX.Element {
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
