import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../language_words.ts";

export const text: Translation<typeof english> = {
  title: "Inne języki",
  of: (what, language) => `${what} (${language})`,
  lead: "Puste pola zastępuje tekst główny.",
  hint: "Zostaw puste, aby użyć tekstu głównego.",
};
