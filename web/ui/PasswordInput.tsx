import { createSignal } from "solid-js";
import { Button } from "./Button.tsx";
import { TextInput } from "./TextInput.tsx";
import { text } from "./text.ts";

export function PasswordInput(props: {
  value: string;
  onInput: (value: string) => void;
  autocomplete: "current-password" | "new-password" | "off";
}) {
  const [isShown, setIsShown] = createSignal(false);
  return (
    <div class="with-suffix">
      <TextInput
        type={isShown() ? "text" : "password"}
        autocomplete={props.autocomplete}
        spellcheck={false}
        autocapitalize="off"
        value={props.value}
        onInput={props.onInput}
      />
      <Button
        variant="quiet"
        icon={isShown() ? "eyeOff" : "eye"}
        label={isShown() ? text.hidePassword : text.showPassword}
        onClick={() => setIsShown((shown) => !shown)}
      />
    </div>
  );
}
