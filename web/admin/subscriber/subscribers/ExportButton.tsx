import { createSignal } from "solid-js";
import { downloadFile } from "../../../lib/download.ts";
import { Button } from "../../../ui/Button.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { exportSubscribers } from "../../api/subscriber.ts";
import { text } from "../../text/subscriber.ts";

export function ExportButton(props: {
  label: string;
  isSmall?: boolean;
  query: () => Parameters<typeof exportSubscribers>[0];
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function download(): Promise<void> {
    setIsBusy(true);
    await showOutcome(async () => {
      downloadFile("subscribers.csv", { type: "text/csv", text: await exportSubscribers(props.query()) });
      return text.exported;
    });
    setIsBusy(false);
  }
  return (
    <Button
      icon="download"
      isSmall={props.isSmall ?? false}
      isBusy={isBusy()}
      onClick={() => void download()}
    >
      {props.label}
    </Button>
  );
}
