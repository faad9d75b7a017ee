import { createSignal, Show } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { CopyField } from "../../../ui/CopyField.tsx";
import { showToast } from "../../../ui/toast.ts";
import { resetHeartbeat } from "../../api/monitor.ts";
import { monitors } from "../../live/monitors.ts";
import { text as cronText } from "../../text/cron_job.ts";
import { text } from "../../text/monitor_detail.ts";

export function HeartbeatCard(props: { monitor: Monitor; url: string }) {
  const [isAsking, setIsAsking] = createSignal(false);
  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.heartbeat.title}</h2>
        <Button isSmall icon="refresh" onClick={() => setIsAsking(true)}>
          {text.heartbeat.reset}
        </Button>
      </div>
      <div class="card__body stack">
        <p class="soft">{text.heartbeat.lead}</p>
        <CopyField label={text.heartbeat.label} value={props.url} />
        <Show when={props.monitor.pingUrl}>
          {(url) => <CopyField label={cronText.pingLabel} value={url()} />}
        </Show>
        <CopyField label={text.heartbeat.example} value={`curl -fsS "${props.url}?status=up"`} />
      </div>
      <Show when={isAsking()}>
        <ConfirmDialog
          title={text.heartbeat.resetTitle}
          lead={text.heartbeat.resetLead}
          ends={text.heartbeat.resetEnds}
          confirm={text.heartbeat.reset}
          onClose={() => setIsAsking(false)}
          onConfirm={async () => {
            await resetHeartbeat(props.monitor.id);
            await monitors.take(props.monitor.id);
            setIsAsking(false);
            showToast(text.heartbeat.resetDone);
          }}
        />
      </Show>
    </section>
  );
}
