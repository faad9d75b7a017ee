import { createLoad } from "../../../lib/load.ts";
import { Loaded } from "../../../ui/Loaded.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { getSmtp } from "../../api/smtp.ts";
import { text } from "../../text/smtp.ts";
import { SmtpForm } from "./SmtpForm.tsx";

export default function SmtpPage() {
  const stored = createLoad(getSmtp);
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <Loaded load={stored}>{(found) => <SmtpForm stored={found()} />}</Loaded>
    </>
  );
}
