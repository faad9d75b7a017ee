import { Index } from "solid-js";
import type { Problem } from "../../../lib/api.ts";
import { problemIn } from "../../../lib/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { text } from "../../text/on_call.ts";
import { RotationFields } from "./RotationFields.tsx";
import { newRotation, type RotationValues } from "./schedule_values.ts";

export function RotationList(props: {
  rotations: readonly RotationValues[];
  people: readonly { id: number; email: string; name: string }[];
  problems: readonly Problem[];
  onChange: (rotations: readonly RotationValues[]) => void;
}) {
  const add = () => {
    const name = text.rotation(props.rotations.length + 1);
    props.onChange([...props.rotations, { ...newRotation(), name }]);
  };
  return (
    <div class="stack">
      <Index each={props.rotations}>
        {(rotation, at) => (
          <fieldset class="entry" aria-label={text.rotation(at + 1)}>
            <div class="row row--spread">
              <span class="strong">{text.rotation(at + 1)}</span>
              <Button
                variant="quiet"
                isSmall
                icon="trash"
                label={text.removeRotation(at + 1)}
                onClick={() => props.onChange(props.rotations.toSpliced(at, 1))}
              />
            </div>
            <RotationFields
              rotation={rotation()}
              people={props.people}
              problem={(path) => problemIn(props.problems, `rotations[${at}].${path}`)}
              onChange={(part) => props.onChange(props.rotations.with(at, { ...rotation(), ...part }))}
            />
          </fieldset>
        )}
      </Index>
      <div class="row">
        <Button isSmall icon="plus" onClick={add}>
          {text.addRotation}
        </Button>
      </div>
    </div>
  );
}
