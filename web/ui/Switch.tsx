import { CheckFrame, type CheckWords } from "./CheckFrame.tsx";

export function Switch(props: CheckWords & { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <CheckFrame class="check check--switch" label={props.label} hint={props.hint} error={props.error}>
      {({ id, describedBy }) => (
        <input
          type="checkbox"
          role="switch"
          class="switch"
          id={id}
          checked={props.isOn}
          aria-checked={props.isOn}
          aria-describedby={describedBy()}
          aria-invalid={props.error !== undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked)}
        />
      )}
    </CheckFrame>
  );
}
