import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

export function SubscribeLink(): JSX.Element {
  const { page, t, to } = useStatusPage();
  return (
    <Show when={page().subscriptions.enabled}>
      <a class="button primary" href={to("/subscribe")}>
        {t("subscribe.open")}
      </a>
    </Show>
  );
}
