import { For } from "solid-js";
import { chooseLanguage, LANGUAGES, type Language, language } from "../../../lib/language.ts";
import { text } from "../../text/shell.ts";

export function LanguageChoice() {
  return (
    <fieldset class="access__languages" aria-label={text.language}>
      <For each={Object.keys(LANGUAGES) as Language[]}>
        {(name) => (
          <button
            type="button"
            class="access__language"
            lang={name}
            aria-pressed={language === name}
            onClick={() => chooseLanguage(name)}
          >
            {LANGUAGES[name]}
          </button>
        )}
      </For>
    </fieldset>
  );
}
