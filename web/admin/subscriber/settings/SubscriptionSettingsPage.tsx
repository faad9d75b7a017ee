import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getSubscriptionSettings } from "../../api/subscription_settings.ts";
import { OnPage } from "../../page/pages/OnPage.tsx";
import { pathOfChosen } from "../../page/pages/paths.ts";
import { text } from "../../text/subscription_settings.ts";
import { SubscriptionSettingsForm } from "./SubscriptionSettingsForm.tsx";

export default function SubscriptionSettingsPage() {
  return <OnPage part="subscriptions">{() => <Settings />}</OnPage>;
}

function Settings() {
  const settings = createLoad(getSubscriptionSettings);
  return (
    <LoadedPage
      title={text.title}
      lead={text.lead}
      back={{ href: pathOfChosen("subscribers"), label: text.back }}
      load={settings}
    >
      {(stored) => <SubscriptionSettingsForm stored={stored()} />}
    </LoadedPage>
  );
}
