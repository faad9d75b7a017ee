import { createSignal, type JSX } from "solid-js";
import { downloadFile } from "../lib/download.ts";
import { Button } from "./Button.tsx";
import { showOutcome } from "./toast.ts";

export function DownloadButton(props: {
  name: string;
  load: () => Promise<string> | null;
  doneText: string;
  children: JSX.Element;
}) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function download(): Promise<void> {
    const loading = props.load();
    if (!loading) return;
    setIsBusy(true);
    await showOutcome(async () => {
      downloadFile(props.name, { type: "text/csv", text: await loading });
      return props.doneText;
    });
    setIsBusy(false);
  }
  return (
    <Button icon="download" isBusy={isBusy()} onClick={() => void download()}>
      {props.children}
    </Button>
  );
}
