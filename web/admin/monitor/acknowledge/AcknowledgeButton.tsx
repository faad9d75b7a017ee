import { createSignal } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { Button } from "../../../ui/Button.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { acknowledge } from "../../api/acknowledgement.ts";
import { monitors } from "../../live/monitors.ts";
import { text } from "../../text/acknowledge.ts";

export function AcknowledgeButton(props: { monitor: Monitor; isOneOfMany?: boolean }) {
  const [isBusy, setIsBusy] = createSignal(false);
  async function takeIt(): Promise<void> {
    setIsBusy(true);
    await showOutcome(async () => {
      const taken = await acknowledge(props.monitor.id, {});
      monitors.put(taken);
      return text.done(taken.name);
    });
    setIsBusy(false);
  }
  return (
    <Button
      isSmall
      variant={props.isOneOfMany ? "secondary" : "primary"}
      isBusy={isBusy()}
      onClick={() => void takeIt()}
    >
      {text.acknowledge}
      {props.isOneOfMany && <span class="visually-hidden">{text.acknowledgeOf(props.monitor.name)}</span>}
    </Button>
  );
}
