import { createLoad } from "../../../lib/load.ts";
import { LoadedPage } from "../../../ui/LoadedPage.tsx";
import { getSmtp } from "../../api/smtp.ts";
import { text } from "../../text/smtp.ts";
import { SettingsNotice } from "./AccountMailNotice.tsx";
import { SmtpForm } from "./SmtpForm.tsx";

export default function SmtpPage() {
  const stored = createLoad(getSmtp);
  return (
    <LoadedPage title={text.title} lead={text.lead} load={stored}>
      {(found) => (
        <div class="stack stack--loose">
          <SettingsNotice smtp={found()} />
          <SmtpForm stored={found()} onStored={stored.set} />
        </div>
      )}
    </LoadedPage>
  );
}
