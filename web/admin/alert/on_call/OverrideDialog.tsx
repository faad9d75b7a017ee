import { Show } from "solid-js";
import type { Schedule } from "../../../../src/schema/schedule.ts";
import { createForm } from "../../../lib/form.ts";
import { createLoad } from "../../../lib/load.ts";
import { nameOf } from "../../../lib/person.ts";
import { nextHour, parseLocalInput, toLocalInput } from "../../../lib/time.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { showToast } from "../../../ui/toast.ts";
import { addOverride, listOnCallPeople } from "../../api/schedule.ts";
import { text } from "../../text/on_call.ts";

const DAY_MS = 86_400_000;

interface TurnValues {
  userId: string;
  from: string;
  to: string;
}

export function OverrideDialog(props: { schedule: Schedule; onClose: () => void; onSaved: () => void }) {
  const people = createLoad(listOnCallPeople);
  const start = nextHour(Date.now());
  const form = createForm(
    {
      ...turnFrom(start),
      isSwap: false,
      inReturn: turnFrom(start + DAY_MS),
    },
    async ({ isSwap, inReturn, ...turn }) => {
      await addOverride(props.schedule.key, {
        ...toTurn(turn),
        ...(isSwap && { inReturn: toTurn(inReturn) }),
      });
      showToast(text.overrideSaved);
      props.onSaved();
    },
  );
  const options = () => [
    { value: "", label: text.choosePerson },
    ...(people.data() ?? []).map((person) => ({ value: String(person.id), label: nameOf(person) })),
  ];
  const problem = (path: string) => form.problems().find((one) => one.path === path)?.message;
  return (
    <FormDialog
      form={form}
      title={text.addOverride}
      submit={text.saveOverride}
      onClose={() => props.onClose()}
    >
      <p>{text.overrideLead}</p>
      <Field label={text.person} error={form.problem("userId")}>
        <Select value={form.values.userId} options={options()} onChange={form.set("userId")} />
      </Field>
      <div class="times">
        <Field label={text.startsAt} error={form.problem("from")}>
          <TextInput type="datetime-local" value={form.values.from} onInput={form.set("from")} />
        </Field>
        <Field label={text.endsAt} error={form.problem("to")}>
          <TextInput type="datetime-local" value={form.values.to} onInput={form.set("to")} />
        </Field>
      </div>
      <Checkbox label={text.swap} isChecked={form.values.isSwap} onChange={form.set("isSwap")} />
      <Show when={form.values.isSwap}>
        <Field label={text.returnPerson} error={problem("inReturn.userId")}>
          <Select
            value={form.values.inReturn.userId}
            options={options()}
            onChange={(userId) => form.set("inReturn")({ ...form.values.inReturn, userId })}
          />
        </Field>
        <div class="times">
          <Field label={text.startsAt} error={problem("inReturn.from")}>
            <TextInput
              type="datetime-local"
              value={form.values.inReturn.from}
              onInput={(from) => form.set("inReturn")({ ...form.values.inReturn, from })}
            />
          </Field>
          <Field label={text.endsAt} error={problem("inReturn.to")}>
            <TextInput
              type="datetime-local"
              value={form.values.inReturn.to}
              onInput={(to) => form.set("inReturn")({ ...form.values.inReturn, to })}
            />
          </Field>
        </div>
      </Show>
    </FormDialog>
  );
}

function turnFrom(at: number): TurnValues {
  return { userId: "", from: toLocalInput(at), to: toLocalInput(at + DAY_MS) };
}

/** Empty fields are sent as they are, for the server to refuse. */
function toTurn({ userId, from, to }: TurnValues) {
  return {
    userId: Number(userId),
    from: parseLocalInput(from) as number,
    to: parseLocalInput(to) as number,
  };
}
