import { createUniqueId, Show } from "solid-js";
import { neededOf } from "../../../../src/domain/monitor/place_vote.ts";
import { isProbed } from "../../../../src/domain/monitor/rule.ts";
import type { Location } from "../../../../src/schema/place.ts";
import type { Form } from "../../../lib/form.ts";
import { Field, FieldError } from "../../../ui/Field.tsx";
import { FoldedSection } from "../../../ui/FoldedSection.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import { text } from "../../text/place.ts";
import { hasProblem } from "./has_problem.ts";
import { PlaceChoice } from "./PlaceChoice.tsx";
import type { MonitorValues } from "./values.ts";

export function PlacesSection(props: { form: Form<MonitorValues> }) {
  const id = createUniqueId();
  const chosen = () => props.form.values.locations;
  const asked = () => chosen().length + 1;
  const problem = () => props.form.problem("locations");

  function choose(next: readonly Location[]): void {
    props.form.set("locations")(next);
    if (next.length > 0) return;
    props.form.set("confirmFrom")(null);
    props.form.set("everyPlaceEvery")(null);
  }

  return (
    <Show when={isProbed(props.form.values)}>
      <FoldedSection
        title={text.section.title}
        now={chosen().length === 0 ? text.section.off : text.section.now(chosen().length)}
        isOpen={hasProblem(props.form, ["locations", "confirmFrom", "everyPlaceEvery"])}
        lead={text.section.lead}
        docs="monitors.md#confirmed-from-several-regions"
      >
        <div class="stack">
          <fieldset class="field" aria-describedby={`${id}-hint ${id}-error`}>
            <legend class="field__label">{text.locations}</legend>
            <p class="field__hint" id={`${id}-hint`}>
              {text.ownMachine}
            </p>
            <PlaceChoice chosen={chosen()} agent={props.form.values.agent} onChange={choose} />
            <FieldError id={`${id}-error`} message={problem()} />
          </fieldset>
          <Show when={chosen().length > 0}>
            <div class="fields">
              <Field
                label={text.confirmFrom}
                hint={text.confirmFromHint(asked(), neededOf({ asked: asked(), confirmFrom: null }))}
                error={props.form.problem("confirmFrom")}
              >
                <NumberInput value={props.form.values.confirmFrom} onInput={props.form.set("confirmFrom")} />
              </Field>
              <Field
                label={text.everyPlaceEvery}
                hint={text.everyPlaceEveryHint}
                error={props.form.problem("everyPlaceEvery")}
              >
                <NumberInput
                  unit={text.minutes}
                  value={props.form.values.everyPlaceEvery}
                  onInput={props.form.set("everyPlaceEvery")}
                />
              </Field>
            </div>
          </Show>
        </div>
      </FoldedSection>
    </Show>
  );
}
