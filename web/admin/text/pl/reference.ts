import type { Translation } from "../../../lib/translation.ts";
import type { text as english } from "../reference.ts";
import { count } from "./plural.ts";

export const text: Translation<typeof english> = {
  title: "API",
  lead: "Wszystko, co robi panel, mogą robić programy: każde wywołanie, kto może je wykonać, co przyjmuje i co zwraca.",
  start: "Na początek",
  token: "Utwórz token z potrzebnymi uprawnieniami i wysyłaj go z każdym żądaniem.",
  tokens: "Tokeny API",
  tokenAsk: "Tokeny tworzy administrator.",
  header: "Nagłówek",
  headerValue: "Authorization: Bearer upt_…",
  document: "Dokument OpenAPI",
  openDocument: "Otwórz dokument",
  filters: "Wywołania",
  clear: "Wyczyść",
  search: "Szukaj",
  searchPlaceholder: "monitors, POST, subscribe …",
  count: (number) => count(number, ["wywołanie", "wywołania", "wywołań"]),
  groups: {
    public: "Dla wszystkich",
    auth: "Logowanie i własne ustawienia",
    setup: "Konfiguracja początkowa",
  },
  none: { title: "Żadne wywołanie nie pasuje", lead: "Użyj mniej słów albo części adresu." },
  session: "Tylko z panelu",
  open: "Dla wszystkich",
  tokenNeeded: "Token",
  example: "Przykład",
  parameters: "W adresie",
  body: "Treść",
  answers: "Odpowiedzi",
  required: "wymagane",
  empty: "Brak dalszego opisu.",
  anything: "cokolwiek",
  object: "obiekt",
  listOf: (type) => `lista: ${type}`,
  byName: (type) => `${type} według nazwy`,
  between: (least, most) => {
    if (least === null) return `najwyżej ${most}`;
    if (most === null) return `co najmniej ${least}`;
    return least === most ? `${least}` : `od ${least} do ${most}`;
  },
  characters: (range) => `znaki: ${range}`,
  items: (range) => `pozycje: ${range}`,
  matches: (pattern) => `pasuje do ${pattern}`,
  left: (value) => `gdy pominięte: ${value}`,
};
