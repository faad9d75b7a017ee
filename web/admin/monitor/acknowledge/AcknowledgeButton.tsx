import { createSignal } from "solid-js";
import type { ListedMonitor } from "../../../../src/schema/listed_monitor.ts";
import { Button } from "../../../ui/Button.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { acknowledgeNow } from "../../live/monitor_deeds.ts";
import { text } from "../../text/acknowledge.ts";

export function AcknowledgeButton(props: { monitor: ListedMonitor; isOneOfMany?: boolean }) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function takeIt(): Promise<void> {
    setIsBusy(true);
    await showOutcome(async () => await acknowledgeNow(props.monitor));
    setIsBusy(false);
  }
  return (
    <Button
      isSmall
      variant={props.isOneOfMany ? "secondary" : "primary"}
      isBusy={isBusy()}
      of={props.isOneOfMany ? props.monitor.name : undefined}
      onClick={() => void takeIt()}
    >
      {text.acknowledge}
    </Button>
  );
}
