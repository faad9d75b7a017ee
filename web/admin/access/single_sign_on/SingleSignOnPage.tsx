import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getOidcSettings } from "../../api/oidc.ts";
import { text } from "../../text/single_sign_on.ts";
import { SingleSignOnForm } from "./SingleSignOnForm.tsx";

export default function SingleSignOnPage() {
  const settings = createLoad(getOidcSettings);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded load={settings} lines={9}>
        {(stored) => <SingleSignOnForm stored={stored()} onSaved={settings.set} />}
      </Loaded>
    </>
  );
}
