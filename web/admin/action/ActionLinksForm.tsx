import { createMemo, Index, Show } from "solid-js";
import type { Action, ActionLink } from "../../../src/schema/action.ts";
import { createForm } from "../../lib/form.ts";
import { problemIn } from "../../lib/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { FormView } from "../../ui/FormView.tsx";
import { LeaveGuard } from "../../ui/LeaveGuard.tsx";
import { NumberInput } from "../../ui/NumberInput.tsx";
import { Select } from "../../ui/Select.tsx";
import { showToast } from "../../ui/toast.ts";
import { updateMonitorActions } from "../api/action.ts";
import { text as actionText } from "../text/action.ts";

export const text = actionText.links;

const ONS = (["down", "up"] as const).map((value) => ({ value, label: text.ons[value] }));

const NEW_LINK = { onStatus: "down", delayMinutes: 0, cooldownMinutes: 0 } as const;

export function LinksForm(props: {
  monitorId: number;
  actions: readonly Action[];
  links: readonly ActionLink[];
}) {
  const form = createForm<{ actions: readonly ActionLink[] }>({ actions: props.links }, async (values) => {
    const { actions } = await updateMonitorActions(props.monitorId, { actions: [...values.actions] });
    form.reset({ actions });
    showToast(text.saved);
  });
  const isDirty = createMemo(() => form.isDirty());
  const options = () => props.actions.map(({ id, name }) => ({ value: String(id), label: name }));
  const nameOf = (id: number) => props.actions.find((action) => action.id === id)?.name ?? `#${id}`;
  const links = () => form.values.actions;
  const change = (at: number, part: Partial<ActionLink>) =>
    form.set("actions")(links().map((link, i) => (i === at ? { ...link, ...part } : link)));
  const problem = (at: number, name: string) => problemIn(form.problems(), `actions[${at}].${name}`);

  function add(): void {
    const [first] = props.actions;
    if (first) form.set("actions")([...links(), { actionId: first.id, ...NEW_LINK }]);
  }

  return (
    <FormView form={form} label={text.title}>
      <LeaveGuard isDirty={isDirty} />
      <Index each={links()}>
        {(link, at) => (
          <div class="action-link">
            <Field label={text.action} error={problem(at, "actionId")}>
              <Select
                value={String(link().actionId)}
                options={options()}
                onChange={(id) => change(at, { actionId: Number(id) })}
              />
            </Field>
            <Field label={text.on} error={problem(at, "onStatus")}>
              <Select
                value={link().onStatus}
                options={ONS}
                onChange={(onStatus) => change(at, { onStatus })}
              />
            </Field>
            <Field label={text.delay} error={problem(at, "delayMinutes")}>
              <NumberInput
                unit={text.minutes}
                value={link().delayMinutes}
                onInput={(typed) => change(at, { delayMinutes: typed as number })}
              />
            </Field>
            <Field label={text.cooldown} error={problem(at, "cooldownMinutes")}>
              <NumberInput
                unit={text.minutes}
                value={link().cooldownMinutes}
                onInput={(typed) => change(at, { cooldownMinutes: typed as number })}
              />
            </Field>
            <Button
              variant="quiet"
              icon="trash"
              label={text.remove(nameOf(link().actionId))}
              onClick={() => form.set("actions")(links().toSpliced(at, 1))}
            />
          </div>
        )}
      </Index>
      <div class="row row--spread">
        <Button isSmall icon="plus" onClick={add}>
          {text.addLink}
        </Button>
        <Show when={isDirty()}>
          <Button type="submit" variant="primary" isBusy={form.isBusy()}>
            {text.save}
          </Button>
        </Show>
      </div>
    </FormView>
  );
}
