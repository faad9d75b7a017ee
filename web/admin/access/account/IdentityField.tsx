import { Show } from "solid-js";
import type { ApiError } from "../../../lib/api.ts";
import { place } from "../../../lib/router.ts";
import { currentUser } from "../../../lib/session.ts";
import { Field } from "../../../ui/Field.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { oidcUrl } from "../../api/sign_in.ts";
import { text } from "../../text/account.ts";

/** Users of single sign-on have no password to type: they sign in again instead. */
export function IdentityField(props: {
  value: string;
  onInput: (value: string) => void;
  problem: string | undefined;
  error: ApiError | undefined;
}) {
  return (
    <>
      <Field
        label={text.identity.current}
        hint={currentUser().sso ? text.identity.sso : undefined}
        error={props.problem}
      >
        <PasswordInput autocomplete="current-password" value={props.value} onInput={props.onInput} />
      </Field>
      <Show when={props.error?.needsReauth}>
        <Notice tone="info">
          <p>{text.identity.again}</p>
          <a
            class="button button--secondary button--small"
            href={oidcUrl({ returnTo: place().path + place().search, isAgain: true })}
          >
            {text.identity.againButton}
          </a>
        </Notice>
      </Show>
    </>
  );
}

/** Omitted when empty: the server then checks how recent the sign-in is. */
export function confirmationOf(currentPassword: string): { currentPassword?: string } {
  return currentPassword === "" ? {} : { currentPassword };
}
