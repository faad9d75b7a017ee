import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getPageAccess } from "../../api/page_access.ts";
import { text } from "../../text/page_access.ts";
import { PageAccessForm } from "./PageAccessForm.tsx";

export default function PageAccessPage() {
  const access = createLoad(getPageAccess);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded load={access}>{(stored) => <PageAccessForm stored={stored()} />}</Loaded>
    </>
  );
}
