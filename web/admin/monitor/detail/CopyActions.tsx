import { createSignal } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { downloadFile } from "../../../lib/download.ts";
import { navigate } from "../../../lib/router.ts";
import { Button } from "../../../ui/Button.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { exportDocument } from "../../api/config.ts";
import { text } from "../../text/monitor_detail.ts";

export function CopyActions(props: { monitor: Monitor }) {
  const [isBusy, setIsBusy] = createSignal(false);

  async function exportOne(): Promise<void> {
    setIsBusy(true);
    await showOutcome(async () => {
      const name = `${props.monitor.key}.yaml`;
      const document = await exportDocument({ kind: "Monitor", key: props.monitor.key });
      downloadFile(name, { type: "application/yaml", text: document });
      return text.exported(name);
    });
    setIsBusy(false);
  }

  return (
    <>
      <Button
        icon="copy"
        label={text.clone}
        onClick={() => navigate(`/admin/monitors/new?from=${props.monitor.id}`)}
      />
      <Button icon="download" label={text.exportOne} isBusy={isBusy()} onClick={() => void exportOne()} />
    </>
  );
}
