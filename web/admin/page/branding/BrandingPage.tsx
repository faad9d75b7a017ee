import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getBranding } from "../../api/branding.ts";
import { getPublicPage } from "../../api/layout.ts";
import { text } from "../../text/branding.ts";
import { OnPage } from "../pages/OnPage.tsx";
import { BrandingForm } from "./BrandingForm.tsx";

export default function BrandingPage() {
  return <OnPage part="branding">{() => <Branding />}</OnPage>;
}

function Branding() {
  const load = createLoad(async (signal) => {
    const [stored, page] = await Promise.all([getBranding(signal), getPublicPage(signal)]);
    return { stored, page };
  });
  return (
    <LoadedPage title={text.title} lead={text.lead} load={load}>
      {(found) => <BrandingForm {...found()} />}
    </LoadedPage>
  );
}
