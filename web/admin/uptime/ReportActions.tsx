import { Button } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { exportUptimeReport } from "../api/report.ts";
import { text } from "../text/report.ts";
import { chosenInAddress, spanOf, ZONE } from "./report_filter.ts";

export function ReportActions() {
  const load = () => {
    const { pageKey, ...chosen } = chosenInAddress();
    const span = spanOf(chosen, Date.now());
    return span && exportUptimeReport({ ...span, timezone: ZONE, pageKey });
  };
  return (
    <span class="row">
      <Button icon="file" onClick={() => window.print()}>
        {text.print}
      </Button>
      <DownloadButton name="uptime.csv" load={load} doneText={text.downloaded}>
        {text.csv}
      </DownloadButton>
    </span>
  );
}
