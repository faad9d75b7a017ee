import type { Monitor } from "../../../../src/schema/monitor.ts";
import { createForm } from "../../../lib/form.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormView } from "../../../ui/FormView.tsx";
import { Segments } from "../../../ui/Segments.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
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
  const form = createForm(
    { status: now === "degraded" || now === "down" ? now : ("up" as Status), message: props.monitor.message },
    async (sent) => {
      const next = await updateManualStatus(props.monitor.id, sent);
      put(next);
      form.reset(sent);
      showToast(text.done(next.name, text.statuses[sent.status]));
    },
  );

  return (
    <section class="card">
      <div class="card__head">
        <h2>{text.title}</h2>
      </div>
      <div class="card__body">
        <FormView form={form} label={text.title}>
          <p class="soft">{props.monitor.paused ? text.paused : text.lead}</p>
          <div class="row">
            <Segments
              legend={text.legend}
              value={form.values.status}
              options={OPTIONS}
              onChange={form.set("status")}
            />
          </div>
          <Field label={text.message} error={form.problem("message")}>
            <TextInput
              value={form.values.message}
              placeholder={text.placeholder}
              onInput={form.set("message")}
            />
          </Field>
          <div class="row">
            <Button type="submit" variant="primary" isBusy={form.isBusy()} disabled={props.monitor.paused}>
              {text.set}
            </Button>
          </div>
        </FormView>
      </div>
    </section>
  );
}
