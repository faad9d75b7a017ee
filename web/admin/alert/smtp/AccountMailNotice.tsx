import { For, type JSX, Match, Show, Switch } from "solid-js";
import type { SmtpResponse } from "../../../../src/schema/smtp.ts";
import { createLoad } from "../../../lib/load.ts";
import { currentUser } from "../../../lib/session.ts";
import { formatMoment } from "../../../lib/time.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { getSmtp } from "../../api/smtp.ts";
import { text } from "../../text/smtp.ts";

const words = text.accountMails;

function AccountMailNotice(props: { smtp: SmtpResponse; confirm: JSX.Element }) {
  return (
    <Notice tone="warn">
      <strong>{words.stopped}</strong>
      <For each={props.smtp.unconfirmed} fallback={<p>{words.unknown}</p>}>
        {({ by, at, fields }) => (
          <p>{words.changed({ by, at: formatMoment(at), what: fields.map(labelOf) })}</p>
        )}
      </For>
      <p>{props.confirm}</p>
    </Notice>
  );
}

export function SettingsNotice(props: { smtp: SmtpResponse }) {
  const isAdmin = () => currentUser().role === "admin";
  return (
    <Switch>
      <Match when={areAccountMailsStopped(props.smtp)}>
        <AccountMailNotice smtp={props.smtp} confirm={isAdmin() ? words.confirm : words.askAdmin} />
      </Match>
      <Match when={!isAdmin()}>
        <Notice tone="info">
          <p>{words.before}</p>
        </Notice>
      </Match>
    </Switch>
  );
}

export function UsersNotice() {
  const smtp = createLoad(getSmtp);
  const stopped = () => {
    const found = smtp.data();
    return found && areAccountMailsStopped(found) ? found : undefined;
  };
  return (
    <Show when={stopped()}>
      {(smtp) => <AccountMailNotice smtp={smtp()} confirm={<a href="/admin/mail">{words.toSettings}</a>} />}
    </Show>
  );
}

function areAccountMailsStopped({ host, fromAddress, savedByAdmin }: SmtpResponse): boolean {
  return host !== "" && fromAddress !== "" && !savedByAdmin;
}

function labelOf(field: string): string {
  return text.fields[field as keyof typeof text.fields] ?? field;
}
