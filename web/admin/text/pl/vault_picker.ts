import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../vault_picker.ts";

export const text: Translation<typeof english> = {
  label: "Z sejfu",
  hint: "Wypełnia użytkownika i hasło lub sekret, nie pokazując ich.",
  filled: (fields) =>
    fields.length === 1
      ? `Sekret wypełnia pole: ${fields.join("")}. Nie trzeba go wpisywać, więc nie jest pokazywane.`
      : `Sekret wypełnia pola: ${fields.join(" i ")}. Nie trzeba ich wpisywać, więc nie są pokazywane.`,
  none: "Wpisane tutaj",
  secret: (vault, secret) => `${vault}: ${secret}`,
  userField: "Pole użytkownika",
  passwordField: "Pole hasła lub sekretu",
  automatic: "Według nazwy",
};
