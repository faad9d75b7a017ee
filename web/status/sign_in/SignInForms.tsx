import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

export function PasswordForm(props: { forgottenUrl: string | null }): JSX.Element {
  const { t } = useStatusPage();
  return (
    <Step
      name="password"
      isFirst
      submit={t("signIn.submit")}
      below={
        <Show when={props.forgottenUrl}>
          {(url) => (
            <p>
              <a href={url()}>{t("signIn.forgotten")}</a>
            </p>
          )}
        </Show>
      }
    >
      <label>
        <span>{t("signIn.email")}</span>
        <input name="email" type="email" autocomplete="username" required />
      </label>
      <label>
        <span>{t("signIn.password")}</span>
        <input name="password" type="password" autocomplete="current-password" required />
      </label>
    </Step>
  );
}

export function CodeForm(): JSX.Element {
  const { t } = useStatusPage();
  return (
    <Step
      name="code"
      submit={t("signIn.verify")}
      below={
        <button class="button" type="button" name="back">
          {t("signIn.back")}
        </button>
      }
    >
      <label>
        <span>{t("signIn.code")}</span>
        <input
          name="code"
          autocomplete="one-time-code"
          autocapitalize="none"
          required
          aria-describedby="code-hint"
        />
      </label>
      <p id="code-hint">{t("signIn.codeHint")}</p>
    </Step>
  );
}

export function NewPasswordForm(): JSX.Element {
  const { t } = useStatusPage();
  return (
    <Step name="replace" submit={t("signIn.savePassword")}>
      <label>
        <span>{t("signIn.newPassword")}</span>
        <input
          name="newPassword"
          type="password"
          autocomplete="new-password"
          minlength="8"
          required
          aria-describedby="password-hint"
        />
      </label>
      <p id="password-hint">{t("signIn.newPasswordHint")}</p>
    </Step>
  );
}

function Step(props: {
  name: string;
  isFirst?: boolean;
  submit: string;
  below?: JSX.Element;
  children: JSX.Element;
}): JSX.Element {
  return (
    <form class="needs-js" name={props.name} hidden={!props.isFirst}>
      {props.children}
      <button type="submit" class="button strong">
        {props.submit}
      </button>
      {props.below}
    </form>
  );
}
