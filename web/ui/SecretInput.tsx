import { isMaskWithTail, MASK } from "../../src/lib/mask.ts";
import { PasswordInput } from "./PasswordInput.tsx";

/** A mask only makes sense replaced as a whole, so focus selects all of it. */
export function SecretInput(props: { value: string; onInput: (value: string) => void }) {
  return (
    <div
      onFocusIn={(event) =>
        isKept(props.value) && event.target instanceof HTMLInputElement && event.target.select()
      }
    >
      <PasswordInput autocomplete="off" value={props.value} onInput={props.onInput} />
    </div>
  );
}

function isKept(value: string): boolean {
  return value === MASK || isMaskWithTail(value);
}
