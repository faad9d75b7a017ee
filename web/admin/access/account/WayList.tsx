import { Index, Show } from "solid-js";
import type { ContactVia } from "../../../../src/schema/contact.ts";
import type { Problem } from "../../../lib/api.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { NumberInput } from "../../../ui/NumberInput.tsx";
import type { NumberText } from "../../../ui/number_text.ts";
import { Select } from "../../../ui/Select.tsx";
import { text } from "../../text/devices.ts";

export interface ContactEntry {
  via: ContactVia;
  afterMinutes: NumberText;
}

const VIA = ["push", "email", "webhook"] as const;
const STEP_MINUTES = 5;

export function WayList(props: {
  order: readonly ContactEntry[];
  problems: readonly Problem[];
  onChange: (order: readonly ContactEntry[]) => void;
}) {
  const unused = () => VIA.find((via) => props.order.every((one) => one.via !== via));
  const problem = (path: string) => problemIn(props.problems, `order${path}`);
  const change = (at: number, part: Partial<ContactEntry>) =>
    props.onChange(props.order.map((one, i) => (i === at ? { ...one, ...part } : one)));

  function add(via: ContactVia): void {
    const last = Number(props.order.at(-1)?.afterMinutes ?? -STEP_MINUTES);
    props.onChange([...props.order, { via, afterMinutes: last + STEP_MINUTES }]);
  }

  return (
    <>
      <Index each={props.order}>
        {(way, at) => (
          <fieldset class="entry" aria-label={text.ways.way(at + 1)}>
            <div class="row row--spread">
              <span class="strong">{text.ways.way(at + 1)}</span>
              <Show when={props.order.length > 1}>
                <Button
                  variant="quiet"
                  isSmall
                  icon="trash"
                  label={text.ways.remove(at + 1)}
                  onClick={() => props.onChange(props.order.toSpliced(at, 1))}
                />
              </Show>
            </div>
            <div class="entry__grid">
              <Field label={text.ways.via} error={problem(`[${at}].via`)}>
                <Select
                  value={way().via}
                  options={VIA.map((value) => ({ value, label: text.ways.kinds[value] }))}
                  onChange={(via) => change(at, { via })}
                />
              </Field>
              <Field label={text.ways.after} error={problem(`[${at}].afterMinutes`)}>
                <NumberInput
                  unit={text.ways.minutes}
                  value={way().afterMinutes}
                  onInput={(afterMinutes) => change(at, { afterMinutes })}
                />
              </Field>
            </div>
          </fieldset>
        )}
      </Index>
      <Show when={unused()}>
        {(via) => (
          <div class="row">
            <Button isSmall icon="plus" onClick={() => add(via())}>
              {text.ways.add}
            </Button>
          </div>
        )}
      </Show>
    </>
  );
}
