import { type JSX, Show } from "solid-js";
import { useStatusPage } from "../page_context.tsx";

/** Leads to a page of its own, in place of which the browser opens a dialog when it can. */
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
