import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getPageAccess } from "../../api/page_access.ts";
import { text } from "../../text/page_access.ts";
import { PageAccessForm } from "./PageAccessForm.tsx";

export default function PageAccessPage() {
  const access = createLoad(getPageAccess);
  return (
    <LoadedPage title={text.title} lead={text.lead} load={access}>
      {(stored) => <PageAccessForm stored={stored()} />}
    </LoadedPage>
  );
}
