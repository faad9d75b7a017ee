import { createUniqueId, For } from "solid-js";
import { TextInput } from "./TextInput.tsx";

/** The server knows a few more names, which can be typed. */
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];

export function TimezoneInput(props: { value: string; onInput: (zone: string) => void }) {
  const id = createUniqueId();
  return (
    <>
      <TextInput
        value={props.value}
        autocomplete="off"
        spellcheck={false}
        list={id}
        placeholder="Europe/Warsaw"
        onInput={props.onInput}
      />
      <datalist id={id}>
        <For each={ZONES}>{(zone) => <option value={zone} />}</For>
      </datalist>
    </>
  );
}
