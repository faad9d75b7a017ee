import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

export function SubscribeLink(): JSX.Element {
  const { page, t } = useStatusPage();
  return (
    <Show when={page().subscriptions.enabled}>
      <a class="button" href="/subscribe">
        {t("subscribe.open")}
      </a>
    </Show>
  );
}
