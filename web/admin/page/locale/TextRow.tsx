import { Show } from "solid-js";
import { Badge } from "../../../ui/Badge.tsx";
import { Field } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { LocaleKey } from "../../api/locale.ts";
import { text } from "../../text/locale.ts";
import { fallbackOf, isMissing } from "./wording.ts";

export function TextRow(props: {
  code: string;
  known: LocaleKey;
  own: string;
  error: string | undefined;
  onInput: (value: string) => void;
}) {
  const fallback = () => fallbackOf(props.known);
  const hint = () => {
    if (props.own === "") return text.fallsTo[fallback().source];
    return fallback().source === "built" ? text.fallsTo.own : text.fallsTo.ownEnglish;
  };
  return (
    <div class="translation">
      <div class="translation__original">
        <p class="translation__key">
          <code>{props.known.key}</code>
          <Show when={isMissing(props.code, props.own)}>
            <Badge tone="warn">{text.missingMark}</Badge>
          </Show>
        </p>
        <p lang="en">{props.known.en}</p>
      </div>
      <Field label={text.translation(props.known.key)} isLabelHidden hint={hint()} error={props.error}>
        <TextInput
          value={props.own}
          lang={props.code}
          autocomplete="off"
          placeholder={fallback().text}
          onInput={props.onInput}
        />
      </Field>
    </div>
  );
}
