import { createMemo } from "solid-js";
import type { Action, ActionRun } from "../../../src/schema/action.ts";
import { createForm } from "../../lib/form.ts";
import { Field } from "../../ui/Field.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.ts";
import { runAction } from "../api/action.ts";
import { monitorOptions } from "../live/monitor_options.ts";
import { followMonitors } from "../live/monitors.ts";
import { text } from "../text/action.ts";

export function RunDialog(props: { action: Action; onClose: () => void; onDone: (run: ActionRun) => void }) {
  followMonitors();
  const options = createMemo(() => [
    { value: "", label: text.runForNone },
    ...monitorOptions().map(({ id, label }) => ({ value: String(id), label })),
  ]);
  const form = createForm(
    { monitorId: String(props.action.monitors[0]?.monitorId ?? "") },
    async (values) => {
      const run = await runAction(
        props.action.id,
        values.monitorId === "" ? undefined : Number(values.monitorId),
      );
      showToast(text.started(props.action.name));
      props.onDone(run);
    },
  );
  return (
    <FormDialog
      form={form}
      title={text.runTitle(props.action.name)}
      label={text.runNow}
      submit={text.runNow}
      onClose={() => props.onClose()}
    >
      <p>{text.runLead}</p>
      <Field label={text.runFor} hint={text.runForHint} error={form.problem("monitorId")}>
        <Select value={form.values.monitorId} options={options()} onChange={form.set("monitorId")} />
      </Field>
    </FormDialog>
  );
}
