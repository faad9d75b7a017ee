import { CheckFrame, type CheckWords } from "./CheckFrame.tsx";

export function Checkbox(
  props: CheckWords & {
    isChecked: boolean;
    isDisabled?: boolean;
    onChange: (isChecked: boolean) => void;
  },
) {
  return (
    <CheckFrame class="check" label={props.label} hint={props.hint} error={props.error}>
      {({ id, describedBy }) => (
        <input
          type="checkbox"
          id={id}
          checked={props.isChecked}
          disabled={props.isDisabled ?? false}
          aria-describedby={describedBy()}
          aria-invalid={props.error !== undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
      )}
    </CheckFrame>
  );
}
