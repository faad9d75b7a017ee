import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getOidcSettings } from "../../api/oidc.ts";
import { text } from "../../text/oidc.ts";
import { OidcForm } from "./OidcForm.tsx";

export default function OidcPage() {
  const settings = createLoad(getOidcSettings);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded load={settings} lines={9}>
        {(stored) => <OidcForm stored={stored()} onSaved={settings.set} />}
      </Loaded>
    </>
  );
}
