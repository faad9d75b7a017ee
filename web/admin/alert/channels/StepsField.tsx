import { Index } from "solid-js";
import { createLoad } from "../../../lib/load.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { FieldError } from "../../../ui/Field.tsx";
import { listChannels } from "../../api/channel.ts";
import { listOnCallPeople } from "../../api/schedule.ts";
import { type SchemaFieldProps, useSchemaForm } from "../../schema_form/context.ts";
import { text } from "../../text/on_call_channel.ts";
import { type Step, StepFields } from "./StepFields.tsx";

const STEP_MINUTES = 10;

export function StepsField(props: SchemaFieldProps) {
  const form = useSchemaForm();
  const people = createLoad(listOnCallPeople);
  const channels = createLoad(listChannels);
  const steps = () => (props.value ?? []) as readonly Step[];
  const problem = (path: string) => problemIn(form.problems(), `${props.path}${path}`);

  function add(): void {
    const last = Number(steps().at(-1)?.afterMinutes ?? -STEP_MINUTES);
    props.onChange([...steps(), { afterMinutes: last + STEP_MINUTES, target: "on_call" }]);
  }

  return (
    <fieldset class="nested">
      <legend class="group__legend">{text.steps}</legend>
      <p class="field__hint">{text.stepsHint}</p>
      <Index each={steps()}>
        {(step, at) => (
          <fieldset class="nested__item" aria-label={text.step(at + 1)}>
            <div class="row row--spread">
              <span class="strong">{text.step(at + 1)}</span>
              <Button
                variant="quiet"
                isSmall
                icon="trash"
                label={text.remove(at + 1)}
                onClick={() => props.onChange(steps().toSpliced(at, 1))}
              />
            </div>
            <StepFields
              step={step()}
              people={people.data() ?? []}
              channels={channels.data() ?? []}
              problem={(path) => problem(`[${at}].${path}`)}
              onChange={(part) => props.onChange(steps().with(at, { ...step(), ...part }))}
            />
          </fieldset>
        )}
      </Index>
      <FieldError id={`${props.name}-problem`} message={problem("")} />
      <div class="row">
        <Button isSmall icon="plus" onClick={add}>
          {text.add}
        </Button>
      </div>
    </fieldset>
  );
}
