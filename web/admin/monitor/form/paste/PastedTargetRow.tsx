import { Show } from "solid-js";
import { Checkbox } from "../../../../ui/Checkbox.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { TextInput } from "../../../../ui/TextInput.tsx";
import { typeLabel } from "../../../live/monitor_types.ts";
import { STATUS_ICONS, STATUS_TONES } from "../../../live/status_look.ts";
import { text } from "../../../text/monitor_form.ts";
import type { PastedRow } from "./pasted_rows.ts";

export function PastedTargetRow(props: { row: PastedRow; onChange: (part: Partial<PastedRow>) => void }) {
  const config = () => props.row.target.config;
  const address = () =>
    [config()["url"] ?? config()["host"] ?? config()["hostname"] ?? config()["domain"], config()["port"]]
      .filter((part) => part !== undefined)
      .join(":");
  return (
    <li class="pasted__row">
      <Checkbox
        label={address()}
        hint={typeLabel(props.row.target.type)}
        isChecked={props.row.isChosen}
        isDisabled={props.row.isAdded}
        onChange={(isChosen) => props.onChange({ isChosen })}
      />
      <Field label={text.paste.nameOf(address())} isLabelHidden>
        <TextInput
          value={props.row.name}
          disabled={props.row.isAdded}
          onInput={(name) => props.onChange({ name })}
        />
      </Field>
      <p class="pasted__result small break" aria-live="polite">
        <Show
          when={!props.row.isAdded}
          fallback={<span class="status status--good">{text.paste.added}</span>}
        >
          <Show
            when={props.row.problem}
            fallback={
              <Show when={props.row.result} fallback={<span class="soft">{text.testing}</span>}>
                {(result) => (
                  <>
                    <span class={`status status--${STATUS_TONES[result().overall]}`}>
                      <Icon name={STATUS_ICONS[result().overall]} />
                      {text.testOverall[result().overall]}
                    </span>{" "}
                    <span class="soft">{result().message}</span>
                  </>
                )}
              </Show>
            }
          >
            {(problem) => <span class="status status--bad">{problem()}</span>}
          </Show>
        </Show>
      </p>
    </li>
  );
}
