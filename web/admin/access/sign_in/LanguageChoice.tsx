import { For } from "solid-js";
import { chooseLanguage, LANGUAGES, type Language, language } from "../../../lib/language.ts";
import { text } from "../../text/shell.ts";

/** Before anybody is signed in: afterwards it is in the user menu. */
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
