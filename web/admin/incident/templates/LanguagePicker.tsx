import { createMemo, createSignal, For } from "solid-js";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { languageName } from "../../page/words/language_name.ts";
import { text } from "../../text/incident_template.ts";
import "./incident_templates.css";

export function LanguagePicker(props: {
  known: readonly string[];
  used: readonly string[];
  onPick: (code: string) => void;
}) {
  const [code, setCode] = createSignal("");
  const wanted = () => code().trim().toLowerCase();
  const offered = createMemo(() => props.known.filter((known) => !props.used.includes(known)));
  const problem = () => (props.used.includes(wanted()) ? text.codeKnown : undefined);

  function pick(): void {
    if (wanted() === "" || problem()) return;
    props.onPick(wanted());
    setCode("");
  }

  return (
    <fieldset class="languages">
      <legend class="group__legend">{text.addLanguage}</legend>
      <div class="row">
        <For each={offered()}>
          {(known) => (
            <Button isSmall icon="plus" onClick={() => props.onPick(known)}>
              {languageName(known)}
            </Button>
          )}
        </For>
      </div>
      <div class="languages__other">
        <Field label={text.code} hint={text.codeHint} error={problem()}>
          <TextInput
            value={code()}
            autocomplete="off"
            spellcheck={false}
            onInput={setCode}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              pick();
            }}
          />
        </Field>
        <Button icon="plus" disabled={wanted() === ""} onClick={pick}>
          {text.addThis}
        </Button>
      </div>
    </fieldset>
  );
}
