import { createSignal } from "solid-js";
import { downloadFile } from "../../lib/download.ts";
import { Button } from "../../ui/Button.tsx";
import { tellOutcome } from "../../ui/toast.ts";
import { exportUptimeReport } from "../api/report.ts";
import { text } from "../text/report.ts";
import { chosenInAddress, spanOf, ZONE } from "./report_filter.ts";

/** The report as it is chosen, on paper and as a file. */
export function ReportActions() {
  const [isBusy, setIsBusy] = createSignal(false);
  async function download(): Promise<void> {
    const span = spanOf(chosenInAddress(), Date.now());
    if (!span) return;
    setIsBusy(true);
    await tellOutcome(async () => {
      const csv = await exportUptimeReport({ ...span, timezone: ZONE });
      downloadFile("uptime.csv", { type: "text/csv", text: csv });
      return text.downloaded;
    });
    setIsBusy(false);
  }
  return (
    <span class="row">
      <Button icon="file" onClick={() => window.print()}>
        {text.print}
      </Button>
      <Button icon="download" isBusy={isBusy()} onClick={() => void download()}>
        {text.csv}
      </Button>
    </span>
  );
}
