import { Show } from "solid-js";
import type { SubscriptionSettingsResponse } from "../../../../src/schema/subscription_settings.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { text } from "../../text/subscription_settings.ts";

export function MissingNotice(props: { missing: SubscriptionSettingsResponse["missing"] }) {
  return (
    <Show when={props.missing.length > 0}>
      <Notice tone="warn">
        <p class="strong">{text.missing.title}</p>
        <Show when={props.missing.includes("smtp")}>
          <p>
            {text.missing.smtp} <a href="/admin/mail">{text.missing.toSmtp}</a>
          </p>
        </Show>
        <Show when={props.missing.includes("publicUrl")}>
          <p>{text.missing.publicUrl}</p>
        </Show>
      </Notice>
    </Show>
  );
}
