import { DownloadButton } from "../../../ui/DownloadButton.tsx";
import { exportAuditEntries } from "../../api/audit.ts";
import { text } from "../../text/audit.ts";
import { filterInAddress } from "./AuditFilters.tsx";

export function AuditExport() {
  return (
    <DownloadButton
      name="audit.csv"
      load={() => exportAuditEntries(filterInAddress())}
      doneText={text.downloaded}
    >
      {text.csv}
    </DownloadButton>
  );
}
