import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getSubscriptionSettings } from "../../api/subscription_settings.ts";
import { text } from "../../text/subscription_settings.ts";
import { MissingNotice } from "./MissingNotice.tsx";
import { SubscriptionSettingsForm } from "./SubscriptionSettingsForm.tsx";

export default function SubscriptionSettingsPage() {
  const settings = createLoad(getSubscriptionSettings);
  return (
    <LoadedPage
      title={text.title}
      lead={text.lead}
      back={{ href: "/admin/subscribers", label: text.back }}
      load={settings}
    >
      {(stored) => (
        <div class="stack">
          <MissingNotice missing={stored().missing} />
          <SubscriptionSettingsForm stored={stored()} />
        </div>
      )}
    </LoadedPage>
  );
}
