import { createSignal } from "solid-js";
import type { Monitor } from "../../../../src/schema/monitor.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showOutcome } from "../../../ui/toast.ts";
import { updateManualStatus } from "../../api/monitor.ts";
import { followMonitors } from "../../live/monitors.ts";
import { text } from "../../text/manual_status.ts";

type Status = keyof typeof text.statuses;

const OPTIONS = (Object.keys(text.statuses) as Status[]).map((value) => ({
  value,
  label: text.statuses[value],
}));

export function ManualStatusCard(props: { monitor: Monitor }) {
  const { put } = followMonitors();
  const now = props.monitor.currentStatus;
  const [status, setStatus] = createSignal<Status>(now === "degraded" || now === "down" ? now : "up");
  const [message, setMessage] = createSignal(props.monitor.message);
  const [isBusy, setIsBusy] = createSignal(false);

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setIsBusy(true);
    await showOutcome(async () => {
      const sent = { status: status(), message: message() };
      const next = await updateManualStatus(props.monitor.id, sent);
      put(next);
      return text.done(next.name, text.statuses[sent.status]);
    });
    setIsBusy(false);
  }

  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.title}</h2>
      </div>
      <form class="card__body stack" onSubmit={(event) => void save(event)}>
        <p class="soft">{props.monitor.paused ? text.paused : text.lead}</p>
        <div class="row">
          <Segments legend={text.legend} value={status()} options={OPTIONS} onChange={setStatus} />
        </div>
        <Field label={text.message}>
          <TextInput value={message()} maxlength={500} placeholder={text.placeholder} onInput={setMessage} />
        </Field>
        <div class="row">
          <Button type="submit" variant="primary" isBusy={isBusy()} disabled={props.monitor.paused}>
            {text.set}
          </Button>
        </div>
      </form>
    </section>
  );
}
