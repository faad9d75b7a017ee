import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getBranding } from "../../api/branding.ts";
import { getPublicPage } from "../../api/layout.ts";
import { text } from "../../text/branding.ts";
import { BrandingForm } from "./BrandingForm.tsx";

export default function BrandingPage() {
  const load = createLoad(async (signal) => {
    const [stored, page] = await Promise.all([getBranding(signal), getPublicPage(signal)]);
    return { stored, page };
  });
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded load={load}>{(found) => <BrandingForm {...found()} />}</Loaded>
    </>
  );
}
