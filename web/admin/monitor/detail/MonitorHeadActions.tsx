import { createSignal, Show } from "solid-js";
import { isProbed } from "../../../../src/domain/monitor/rule.ts";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { type Outcome, showOutcome } from "../../../ui/toast.ts";
import { checkNow, setPaused } from "../../live/monitor_deeds.ts";
import { isFailing } from "../../live/shown_status.ts";
import { text } from "../../text/monitor_detail.ts";
import { isCalm, SnoozeMenu } from "../acknowledge/SnoozeControl.tsx";
import { CopyActions } from "./CopyActions.tsx";
import { RemoveMonitorDialog } from "./RemoveMonitorDialog.tsx";

export function MonitorHeadActions(props: { monitor: Monitor }) {
  const [busy, setBusy] = createSignal<"check" | "pause">();
  const [isRemoving, setIsRemoving] = createSignal(false);

  async function work(what: "check" | "pause", deed: () => Promise<Outcome>): Promise<void> {
    setBusy(what);
    await showOutcome(deed);
    setBusy(undefined);
  }

  const check = () => work("check", async () => await checkNow(props.monitor));
  const pause = () => work("pause", async () => await setPaused(props.monitor, !props.monitor.paused));

  return (
    <div class="row">
      <Show when={isFailing(props.monitor)}>
        <ButtonLink
          variant="primary"
          icon="flag"
          href={`/admin/incidents/new?monitors=${props.monitor.id}&template=default`}
        >
          {text.report}
        </ButtonLink>
      </Show>
      <Show when={isProbed(props.monitor) && !props.monitor.paused}>
        <Button icon="refresh" isBusy={busy() === "check"} onClick={() => void check()}>
          {text.checkNow}
        </Button>
      </Show>
      <Button
        icon={props.monitor.paused ? "play" : "pause"}
        isBusy={busy() === "pause"}
        onClick={() => void pause()}
      >
        {props.monitor.paused ? text.resume : text.pause}
      </Button>
      <ButtonLink icon="edit" href={`/admin/monitors/${props.monitor.id}/edit`}>
        {text.edit}
      </ButtonLink>
      <Show when={isCalm(props.monitor)}>
        <SnoozeMenu monitor={props.monitor} isLarge />
      </Show>
      <CopyActions monitor={props.monitor} />
      <Button icon="trash" label={text.remove} onClick={() => setIsRemoving(true)} />
      <Show when={isRemoving()}>
        <RemoveMonitorDialog monitor={props.monitor} onClose={() => setIsRemoving(false)} />
      </Show>
    </div>
  );
}
